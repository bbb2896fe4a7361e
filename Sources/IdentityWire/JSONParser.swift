/// A strict RFC 8259 parser whose work is bounded: input past ``maximumBytes`` or nested deeper than
/// ``maximumDepth`` is refused before it is built.
///
/// Of duplicate keys the last one counts. Lone surrogates in escapes, control characters in strings,
/// invalid UTF-8 and anything after the value are errors, and so is the null character, which PostgreSQL's
/// texts cannot hold. Text is stream-safe (``StreamSafeText``), names are bounded (``MemberName``), and no two names
/// of an object are canonically equivalent.
public struct JSONParser: Sendable {
  /// The treatment of text that is not stream-safe and of refused names.
  public enum CostlyText: Sendable {
    /// The whole input is refused.
    case refused
    /// Such a value is null, and a member with such a name is left out: for documents of others, whose rest is
    /// needed.
    case dropped
  }

  public struct Failure: Error, Equatable, CustomStringConvertible {
    public let message: String
    /// Bytes from the start of the input.
    public let offset: Int
    public var description: String { "\(message) at position \(offset)" }
  }

  public var maximumBytes: Int
  public var maximumDepth: Int
  /// The limit for one object.
  public var maximumMembers = 65_536
  public var costlyText: CostlyText
  /// Whether the members of the outermost object that hold passwords may be any text of a password's length.
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
    guard bytes.count <= maximumBytes else {
      throw Failure(message: "JSON text is larger than \(maximumBytes) bytes", offset: 0)
    }
    var reader = Reader(bytes: Array(bytes), options: self)
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.isAtEnd else { throw reader.failure("Unexpected text after the JSON value") }
    return value
  }
}

private struct Reader {
  let bytes: [UInt8]
  let options: JSONParser
  var index = 0

  init(bytes: [UInt8], options: JSONParser) {
    self.bytes = bytes
    self.options = options
  }

  var isAtEnd: Bool { index >= bytes.count }
  var next: UInt8? { isAtEnd ? nil : bytes[index] }

  func failure(_ message: String) -> JSONParser.Failure { .init(message: message, offset: index) }

  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  mutating func value(depth: Int) throws(JSONParser.Failure) -> JSONValue {
    skipSpace()
    guard let byte = next else { throw failure("Unexpected end of JSON input") }
    switch byte {
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "\""): return try text()
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw failure("Unexpected token")
    }
  }

  mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONParser.Failure) -> JSONValue {
    for offset in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[offset] else { throw failure("Unexpected token") }
      index += 1
    }
    return value
  }

  mutating func object(depth: Int) throws(JSONParser.Failure) -> JSONValue {
    guard depth <= options.maximumDepth else { throw failure("JSON is nested too deeply") }
    index += 1
    var members: [String: JSONValue] = [:]
    skipSpace()
    if next == UInt8(ascii: "}") {
      index += 1
      return .object(members)
    }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw failure("Expected a property name") }
      let key = try name()
      skipSpace()
      guard next == UInt8(ascii: ":") else { throw failure("Expected ':' after a property name") }
      index += 1
      skipSpace()
      let mayBePassword = depth == 1 && options.takesPasswords && next == UInt8(ascii: "\"")
      let member = mayBePassword ? try text(of: key) : try value(depth: depth)
      if let key { try set(key, member, in: &members) }
      skipSpace()
      switch next {
      case UInt8(ascii: ","): index += 1
      case UInt8(ascii: "}"):
        index += 1
        return .object(members)
      default: throw failure("Expected ',' or '}'")
      }
    }
  }

  func set(_ key: String, _ value: JSONValue, in members: inout [String: JSONValue]) throws(JSONParser
    .Failure)
  {
    // A name in ASCII equals no other: see MemberName.
    if key.utf8.hasByte(from: 0x80), let place = members.index(forKey: key),
      !MemberName.areSame(members[place].key, key)
    {
      guard options.costlyText == .dropped else {
        throw failure("Two names differ in their normalization alone")
      }
      return
    }
    members[key] = value
    guard members.count <= options.maximumMembers else { throw failure("An object has too many members") }
  }

  mutating func array(depth: Int) throws(JSONParser.Failure) -> JSONValue {
    guard depth <= options.maximumDepth else { throw failure("JSON is nested too deeply") }
    index += 1
    var elements: [JSONValue] = []
    skipSpace()
    if next == UInt8(ascii: "]") {
      index += 1
      return .array(elements)
    }
    while true {
      elements.append(try value(depth: depth))
      skipSpace()
      switch next {
      case UInt8(ascii: ","): index += 1
      case UInt8(ascii: "]"):
        index += 1
        return .array(elements)
      default: throw failure("Expected ',' or ']'")
      }
    }
  }

  mutating func digits() -> Int {
    let start = index
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    return index - start
  }

  mutating func number() throws(JSONParser.Failure) -> JSONValue {
    let start = index
    var isInteger = true
    if next == UInt8(ascii: "-") { index += 1 }
    let leadingZero = next == UInt8(ascii: "0")
    let count = digits()
    guard count > 0, !(leadingZero && count > 1) else { throw failure("Malformed number") }
    if next == UInt8(ascii: ".") {
      isInteger = false
      index += 1
      guard digits() > 0 else { throw failure("Malformed number") }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isInteger = false
      index += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
      guard digits() > 0 else { throw failure("Malformed number") }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isInteger, let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else { throw failure("Number out of range") }
    return .double(value)
  }

  /// Nil for a name that is left out.
  mutating func name() throws(JSONParser.Failure) -> String? {
    let bytes = try string()
    if let name = MemberName.decode(bytes) { return name }
    try requireUTF8(bytes)
    guard options.costlyText == .dropped else {
      throw failure(
        bytes.count > MemberName.maximumLength
          ? "A name is longer than \(MemberName.maximumLength) bytes"
          : "A name has characters that no name has")
    }
    return nil
  }

  /// - Parameter name: of the member, if it may be a password.
  mutating func text(of name: String? = nil) throws(JSONParser.Failure) -> JSONValue {
    let bytes = try string()
    if let text = StreamSafeText.decode(bytes) { return .string(text) }
    let text = try requireUTF8(bytes)
    if let name, MemberName.isOfPassword(name, text) { return .string(text) }
    guard options.costlyText == .dropped else {
      throw failure("More than \(StreamSafeText.maximumNonStarters) combining marks in a row")
    }
    return .null
  }

  @discardableResult
  func requireUTF8(_ bytes: ArraySlice<UInt8>) throws(JSONParser.Failure) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw failure("Invalid UTF-8") }
    return text
  }

  /// The bytes of a string, without its escapes.
  mutating func string() throws(JSONParser.Failure) -> ArraySlice<UInt8> {
    index += 1
    let start = index
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      index += 1
    }
    if next == UInt8(ascii: "\"") {
      index += 1
      return bytes[start..<(index - 1)]
    }
    var buffer = Array(bytes[start..<index])
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return buffer[...]
      case UInt8(ascii: "\\"): try escape(into: &buffer)
      case 0..<0x20: throw failure("Control character in a string")
      default:
        buffer.append(byte)
        index += 1
      }
    }
    throw failure("Unterminated string")
  }

  mutating func escape(into buffer: inout [UInt8]) throws(JSONParser.Failure) {
    index += 1
    guard let byte = next else { throw failure("Unterminated string") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): buffer.append(byte)
    case UInt8(ascii: "b"): buffer.append(0x08)
    case UInt8(ascii: "f"): buffer.append(0x0C)
    case UInt8(ascii: "n"): buffer.append(0x0A)
    case UInt8(ascii: "r"): buffer.append(0x0D)
    case UInt8(ascii: "t"): buffer.append(0x09)
    case UInt8(ascii: "u"):
      var code = try hexadecimal()
      if (0xD800...0xDBFF).contains(code) {
        guard next == UInt8(ascii: "\\"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "u")
        else { throw failure("Lone surrogate in a string") }
        index += 2
        let low = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(low) else { throw failure("Lone surrogate in a string") }
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw failure("Lone surrogate in a string") }
      guard code != 0 else { throw failure("Null character in a string") }
      buffer.append(contentsOf: Array(String(Character(scalar)).utf8))
    default: throw failure("Unknown escape in a string")
    }
  }

  mutating func hexadecimal() throws(JSONParser.Failure) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw failure("Malformed \\u escape")
      }
      code = code << 4 | UInt32(digit)
      index += 1
    }
    return code
  }
}
