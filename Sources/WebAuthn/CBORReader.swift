/// Reads only the CTAP2 canonical CBOR encoding form (CTAP 2.1 section 8).
///
/// Lengths are definite and in the shortest form. Map keys are integers or texts, sorted and unique.
/// Nesting is at most ``maximumDepth``. A length causes no allocation before its bytes are present.
public struct CBORReader: ~Copyable {
  public enum Failure: Error, Equatable, Sendable {
    case truncated
    /// Bytes after the item.
    case trailingBytes
    /// A number or length that is not in the shortest form, unsorted keys, or an indefinite length.
    case notCanonical
    case duplicateKey
    case tooDeep
    /// A float, a tag, `null`, a reserved value, a key that is neither a number nor a text, or a number
    /// beyond 64 bits.
    case unsupported
    case invalidText
  }

  /// The maximum nesting of CTAP 2.1: four levels.
  public static let maximumDepth = 4

  private let input: ArraySlice<UInt8>
  private(set) var position: Int

  /// - Parameter input: the bytes to read from the start.
  public init(_ input: ArraySlice<UInt8>) {
    self.input = input
    position = input.startIndex
  }

  /// Reads the bytes as exactly one item.
  public static func item(_ bytes: ArraySlice<UInt8>) throws(Failure) -> CBORItem {
    var reader = CBORReader(bytes)
    let item = try reader.next()
    guard reader.position == bytes.endIndex else { throw .trailingBytes }
    return item
  }

  /// Reads the next item and moves ``position`` to the byte after it.
  public mutating func next() throws(Failure) -> CBORItem { try item(depth: 0) }

  private mutating func item(depth: Int) throws(Failure) -> CBORItem {
    let initial = try byte()
    let kind = initial >> 5
    if kind == 7 {
      switch initial & 31 {
      case 20: return .bool(false)
      case 21: return .bool(true)
      default: throw .unsupported
      }
    }
    let argument = try argument(initial & 31)
    switch kind {
    case 0:
      guard let value = Int64(exactly: argument) else { throw .unsupported }
      return .integer(value)
    case 1:
      guard let value = Int64(exactly: argument) else { throw .unsupported }
      return .integer(-1 - value)
    case 2: return .bytes(try take(argument))
    case 3:
      let bytes = try take(argument)
      guard String(validating: bytes, as: UTF8.self) != nil else { throw .invalidText }
      return .text(bytes)
    case 4: return .array(try array(argument, depth: depth))
    case 5: return .map(try map(argument, depth: depth))
    default: throw .unsupported
    }
  }

  private mutating func array(_ count: UInt64, depth: Int) throws(Failure) -> [CBORItem] {
    guard depth < Self.maximumDepth else { throw .tooDeep }
    // Each item has at least one byte.
    guard count <= UInt64(input.endIndex - position) else { throw .truncated }
    var items: [CBORItem] = []
    for _ in 0..<count { items.append(try item(depth: depth + 1)) }
    return items
  }

  private mutating func map(_ count: UInt64, depth: Int) throws(Failure) -> [CBORItem.Entry] {
    guard depth < Self.maximumDepth else { throw .tooDeep }
    guard count <= UInt64(input.endIndex - position) / 2 else { throw .truncated }
    var entries: [CBORItem.Entry] = []
    var last: ArraySlice<UInt8>?
    for _ in 0..<count {
      let start = position
      let key = try item(depth: depth + 1)
      switch key {
      case .integer, .text: break
      default: throw .unsupported
      }
      let encoded = input[start..<position]
      if let last {
        guard !last.elementsEqual(encoded) else { throw .duplicateKey }
        guard Self.precedes(last, encoded) else { throw .notCanonical }
      }
      last = encoded
      entries.append(.init(key: key, value: try item(depth: depth + 1)))
    }
    return entries
  }

  /// Compares keys by kind, then by length, then bytewise.
  private static func precedes(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Bool {
    let kinds = (first.first.map { $0 >> 5 } ?? 0, second.first.map { $0 >> 5 } ?? 0)
    if kinds.0 != kinds.1 { return kinds.0 < kinds.1 }
    if first.count != second.count { return first.count < second.count }
    return first.lexicographicallyPrecedes(second)
  }

  private mutating func argument(_ short: UInt8) throws(Failure) -> UInt64 {
    let (size, least): (Int, UInt64)
    switch short {
    case ..<24: return UInt64(short)
    case 24: (size, least) = (1, 24)
    case 25: (size, least) = (2, 0x100)
    case 26: (size, least) = (4, 0x1_0000)
    case 27: (size, least) = (8, 0x1_0000_0000)
    // 31 would be an indefinite length.
    default: throw short == 31 ? .notCanonical : .unsupported
    }
    let value = try take(UInt64(size)).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    guard value >= least else { throw .notCanonical }
    return value
  }

  private mutating func byte() throws(Failure) -> UInt8 {
    guard position < input.endIndex else { throw .truncated }
    defer { position += 1 }
    return input[position]
  }

  private mutating func take(_ count: UInt64) throws(Failure) -> ArraySlice<UInt8> {
    guard count <= UInt64(input.endIndex - position) else { throw .truncated }
    let end = position + Int(count)
    defer { position = end }
    return input[position..<end]
  }
}
