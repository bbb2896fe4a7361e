/// A strict RFC 8259 parser with bounded work. It refuses input that is longer than ``maximumBytes`` or nested deeper
/// than ``maximumDepth`` before it creates values.
///
/// If a key occurs twice, its last value is used. These are errors: lone surrogates in escapes, control characters in
/// strings, invalid UTF-8, text after the value, and the null character, which PostgreSQL cannot store. Texts must be
/// stream-safe (``StreamSafeText``), names must be acceptable (``MemberName``), and no two names of an object may be
/// canonically equivalent.
public struct JSONParser: Sendable {
  /// The treatment of text that is not stream-safe, and of refused names.
  public enum CostlyText: Sendable {
    /// The whole input is refused.
    case refused
    /// A value with such text becomes null, and a member with such a name is left out. Use this for documents from
    /// outside whose other members are needed.
    case dropped
  }

  public struct Failure: Error, Equatable, CustomStringConvertible {
    public let message: String
    /// The offset in bytes from the start of the input.
    public let offset: Int
    public var description: String { "\(message) at position \(offset)" }
  }

  public var maximumBytes: Int
  public var maximumDepth: Int
  /// The maximum number of members of one object.
  public var maximumMembers = 65_536
  public var costlyText: CostlyText
  /// True if the outermost object's password members may contain any text up to the maximum length of a password.
  public var takesPasswords = false

  public init(
    maximumBytes: Int = 1 << 20, maximumDepth: Int = 64, costlyText: CostlyText = .refused
  ) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
    self.costlyText = costlyText
  }

  public func parse(_ text: String) throws(Failure) -> JSONValue {
    try parse(Array(text.utf8))
  }

  public func parse(_ bytes: some Collection<UInt8>) throws(Failure) -> JSONValue {
    try tape(Array(bytes)).value(at: 0)
  }

  /// Returns the members if the text is an object. Returns nil otherwise.
  public func members(_ bytes: [UInt8]) throws(Failure) -> JSONMembers? {
    let tape = try tape(bytes)
    return tape.entries[0].kind == .object ? JSONMembers(of: tape) : nil
  }

  func tape(_ bytes: [UInt8]) throws(Failure) -> JSONTape {
    var writer = JSONTapeWriter()
    try write(bytes, to: &writer)
    return writer.tape(of: bytes)
  }

  /// - Parameter writer: receives the value of the text.
  func write(_ bytes: [UInt8], to writer: inout JSONTapeWriter) throws(Failure) {
    // The offset in an entry has 32 bits.
    let maximumBytes = min(maximumBytes, Int(UInt32.max))
    guard bytes.count <= maximumBytes else {
      throw Failure(message: "JSON text is larger than \(maximumBytes) bytes", offset: 0)
    }
    assert(WireTally.noteReading(bytes.count))
    writer.reserve(forTextOf: bytes.count)
    let result = bytes.withUnsafeBufferPointer { bytes in
      var scanner = JSONScanner(bytes: bytes, options: self, writer: writer)
      writer = JSONTapeWriter()
      defer { writer = scanner.writer }
      return Result { () throws(Failure) in
        try scanner.value(depth: 0)
        scanner.skipSpace()
        guard scanner.isAtEnd else { throw scanner.failure("Unexpected text after the JSON value") }
      }
    }
    try result.get()
  }
}
