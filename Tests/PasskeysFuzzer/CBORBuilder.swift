import WebAuthn

/// Makes items that have a canonical encoding out of any bytes.
struct CBORBuilder {
  private var rest: ArraySlice<UInt8>
  private var itemsLeft = 200

  private init(_ bytes: [UInt8]) { rest = bytes[...] }

  static func item(from bytes: [UInt8]) -> CBORItem {
    var builder = CBORBuilder(bytes)
    return builder.item(depth: 0)
  }

  private mutating func item(depth: Int) -> CBORItem {
    itemsLeft -= 1
    let choice = byte()
    switch choice % (depth == CBORReader.maximumDepth ? 4 : 6) {
    case 0: return .integer(integer())
    case 1: return .bytes(bytes())
    case 2: return .text(text())
    case 3: return .bool(choice & 0x80 != 0)
    case 4: return .array((0..<count()).map { _ in item(depth: depth + 1) })
    default: return .map(entries(depth: depth + 1))
    }
  }

  private mutating func entries(depth: Int) -> [CBORItem.Entry] {
    var entries: [[UInt8]: CBORItem.Entry] = [:]
    for _ in 0..<count() {
      let key: CBORItem = byte() & 1 == 0 ? .integer(integer()) : .text(text())
      entries[CanonicalCBOR.encode(key)] = .init(key: key, value: item(depth: depth))
    }
    return entries.sorted { Self.precedes($0.key, $1.key) }.map { $0.value }
  }

  /// CTAP 2.1 section 8: the kind first, then the length, then the bytes.
  private static func precedes(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    let (kind, otherKind) = (first[0] >> 5, second[0] >> 5)
    if kind != otherKind { return kind < otherKind }
    if first.count != second.count { return first.count < second.count }
    return first.lexicographicallyPrecedes(second)
  }

  private mutating func integer() -> Int64 {
    // Of each size, so that each form of a number comes.
    let size = Int(byte() % 9)
    let magnitude = bytes(size).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    let value = Int64(bitPattern: magnitude & UInt64(Int64.max))
    return byte() & 1 == 0 ? value : ~value
  }

  private mutating func text() -> ArraySlice<UInt8> {
    Array(String(decoding: bytes(), as: UTF8.self).utf8)[...]
  }

  private mutating func bytes() -> ArraySlice<UInt8> {
    // Long ones, too: their length takes more than a byte.
    let short = Int(byte())
    return bytes(short < 0xF0 ? short % 40 : short << 2)
  }

  private mutating func bytes(_ size: Int) -> ArraySlice<UInt8> {
    let taken = rest.prefix(size)
    rest = rest.dropFirst(size)
    return taken
  }

  private mutating func count() -> Int { itemsLeft > 0 ? Int(byte() % 5) : 0 }

  private mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }
}
