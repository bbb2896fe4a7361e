import QRCodes
import Testing

@testable import Console

@Suite("QR codes")
struct QRCodeImageTests {
  @Test("a code is a square with the three corners that a reader looks for, and light around them")
  func corners() throws {
    let code = try #require(QRCode("otpauth://totp/Latchkey:ann%40example.com?secret=ABCDEFGHIJKLMNOP"))
    let rows = (-1...code.size).map { row in
      (-1...code.size).map { code.isDark(row, $0) ? "#" : "." }.joined()
    }
    let corner = [
      ".........", ".#######.", ".#.....#.", ".#.###.#.", ".#.###.#.", ".#.###.#.", ".#.....#.", ".#######.",
      ".........",
    ]
    #expect(rows.prefix(9).map { String($0.prefix(9)) } == corner)
    #expect(rows.prefix(9).map { String($0.suffix(9)) } == corner)
    #expect(rows.suffix(9).map { String($0.prefix(9)) } == corner)
  }

  @Test("its image has a square for each dark module, moved in by the quiet zone")
  func image() throws {
    let code = try #require(QRCode("abcde"))
    let image = QRCodeImage(code)
    let dark = (0..<code.size).flatMap { row in (0..<code.size).filter { code.isDark(row, $0) } }.count
    #expect(code.size == 21 && image.size == 29)
    #expect(image.path.hasPrefix("M4,4h1v1h-1z") && image.path.count { $0 == "M" } == dark)
  }

  @Test("a text that is empty, too long or has a NUL in it has none, and one as long as may be has one")
  func bounds() {
    #expect(QRCode("") == nil)
    #expect(QRCode("a\0b") == nil)
    #expect(QRCode(String(repeating: "a", count: QRCode.longestText + 1)) == nil)
    #expect(QRCode(String(repeating: "a", count: QRCode.longestText)) != nil)
  }
}
