import IdentityWire
import Testing

@Suite("Base32")
struct Base32Tests {
  @Test(
    "encodes as the examples of RFC 4648 section 10, without their padding",
    arguments: [
      ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
      ("foobar", "MZXW6YTBOI"),
    ])
  func examples(text: String, encoded: String) {
    #expect(Base32.encode(Array(text.utf8)) == encoded)
  }

  @Test("encodes every bit")
  func allBits() {
    #expect(Base32.encode([UInt8](repeating: 0xFF, count: 20)) == String(repeating: "7", count: 32))
  }
}
