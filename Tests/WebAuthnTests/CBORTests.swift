import Testing

@testable import WebAuthn

@Suite("CBOR is read in its canonical form alone")
struct CBORTests {
  @Test("Each kind is read")
  func kinds() throws {
    #expect(try CBORReader.item([0x00]) == .integer(0))
    #expect(try CBORReader.item([0x17]) == .integer(23))
    #expect(try CBORReader.item([0x18, 24]) == .integer(24))
    #expect(try CBORReader.item([0x19, 1, 0]) == .integer(256))
    #expect(try CBORReader.item([0x1A, 0, 1, 0, 0]) == .integer(65_536))
    #expect(try CBORReader.item([0x1B, 0, 0, 0, 1, 0, 0, 0, 0]) == .integer(4_294_967_296))
    #expect(try CBORReader.item([0x26]) == .integer(-7))
    #expect(try CBORReader.item([0x39, 1, 0]) == .integer(-257))
    #expect(try CBORReader.item([0x3B, 0x7F, 255, 255, 255, 255, 255, 255, 255]) == .integer(.min))
    #expect(try CBORReader.item([0x42, 1, 2]) == .bytes([1, 2]))
    #expect(try CBORReader.item([0x61, 0x61]).isText("a"))
    #expect(try CBORReader.item([0x82, 0xF4, 0xF5]) == .array([.bool(false), .bool(true)]))
    let map = try CBORReader.item([0xA2, 0x01, 0x02, 0x20, 0x40])
    #expect(map[1] == .integer(2))
    #expect(map[-1] == .bytes([]))
    #expect(map[2] == nil)
  }

  static let refused: [(what: String, bytes: [UInt8], failure: CBORReader.Failure)] = [
    ("nothing", [], .truncated),
    ("a number that could be shorter", [0x18, 23], .notCanonical),
    ("a number that could be shorter by two bytes", [0x19, 0, 255], .notCanonical),
    ("a number that could be shorter by four bytes", [0x1A, 0, 0, 255, 255], .notCanonical),
    ("a number that could be shorter by eight bytes", [0x1B, 0, 0, 0, 0, 255, 255, 255, 255], .notCanonical),
    ("a number beyond 63 bits", [0x1B, 255, 255, 255, 255, 255, 255, 255, 255], .unsupported),
    ("a negative number beyond 63 bits", [0x3B, 0x80, 0, 0, 0, 0, 0, 0, 0], .unsupported),
    ("a reserved length", [0x1C], .unsupported),
    ("bytes without an end", [0x5F, 0x41, 0, 0xFF], .notCanonical),
    ("a text without an end", [0x7F, 0xFF], .notCanonical),
    ("an array without an end", [0x9F, 0xFF], .notCanonical),
    ("a map without an end", [0xBF, 0xFF], .notCanonical),
    ("a length that could be shorter", [0x58, 1, 0], .notCanonical),
    ("bytes that are missing", [0x42, 1], .truncated),
    ("many bytes that are missing", [0x5B, 0x7F, 255, 255, 255, 255, 255, 255, 255], .truncated),
    ("many elements that are missing", [0x9B, 0x7F, 255, 255, 255, 255, 255, 255, 255], .truncated),
    ("many members that are missing", [0xBB, 0x7F, 255, 255, 255, 255, 255, 255, 255], .truncated),
    ("a text that is no UTF-8", [0x61, 0xFF], .invalidText),
    ("a tag", [0xC0, 0], .unsupported),
    ("null", [0xF6], .unsupported),
    ("undefined", [0xF7], .unsupported),
    ("a float", [0xF9, 0, 0], .unsupported),
    ("a simple value of two bytes", [0xF8, 255], .unsupported),
    ("a key twice", [0xA2, 1, 1, 1, 1], .duplicateKey),
    ("keys out of order", [0xA2, 2, 1, 1, 1], .notCanonical),
    ("a longer key before a shorter one", [0xA2, 0x62, 0x61, 0x61, 0, 0x61, 0x62, 0], .notCanonical),
    ("a text as key before a number", [0xA2, 0x61, 0x61, 0, 1, 0], .notCanonical),
    ("bytes as key", [0xA1, 0x41, 1, 0], .unsupported),
    ("a truth value as key", [0xA1, 0xF5, 0], .unsupported),
    ("a second item", [0, 0], .trailingBytes),
    ("five levels", [0x81, 0x81, 0x81, 0x81, 0x81, 0], .tooDeep),
  ]

  @Test("Everything else is refused", arguments: refused.indices)
  func refusals(_ index: Int) {
    let (what, bytes, failure) = Self.refused[index]
    #expect(throws: failure, "\(what)") { try CBORReader.item(bytes[...]) }
  }

  @Test("Four levels are read")
  func depth() throws {
    _ = try CBORReader.item([0x81, 0x81, 0x81, 0x81, 0])
  }
}
