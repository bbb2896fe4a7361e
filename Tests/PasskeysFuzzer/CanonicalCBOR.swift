import WebAuthn

/// Writes CTAP2's canonical encoding form, of items whose maps are in order.
enum CanonicalCBOR {
  static func encode(_ item: CBORItem) -> [UInt8] {
    switch item {
    case .integer(let value):
      value >= 0 ? head(0, UInt64(value)) : head(1, UInt64(bitPattern: ~value))
    case .bytes(let bytes): head(2, UInt64(bytes.count)) + bytes
    case .text(let bytes): head(3, UInt64(bytes.count)) + bytes
    case .array(let items): head(4, UInt64(items.count)) + items.flatMap(encode)
    case .map(let entries):
      head(5, UInt64(entries.count)) + entries.flatMap { encode($0.key) + encode($0.value) }
    case .bool(let value): [value ? 0xF5 : 0xF4]
    }
  }

  private static func head(_ kind: UInt8, _ argument: UInt64) -> [UInt8] {
    let size = argument < 24 ? 0 : argument < 1 << 8 ? 1 : argument < 1 << 16 ? 2 : argument < 1 << 32 ? 4 : 8
    let short: UInt8 = size == 0 ? UInt8(argument) : [1: 24, 2: 25, 4: 26][size] ?? 27
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: argument >> UInt64(8 * (size - 1 - $0))) }
    return [kind << 5 | short] + bytes
  }
}
