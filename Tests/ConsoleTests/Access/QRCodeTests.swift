import Crypto
import Foundation
import Testing

@testable import Console

/// The codes here were read by a decoder of another make (zxing-cpp), as were those of every length there is.
@Suite("QR codes")
struct QRCodeTests {
  @Test("a code is the one that a decoder read")
  func known() throws {
    let code = try #require(QRCode("abcde"))
    let rows = code.modules.map { row in row.map { $0 ? "#" : "." }.joined() }
    #expect(
      rows == [
        "#######.####..#######",
        "#.....#..#.#..#.....#",
        "#.###.#...###.#.###.#",
        "#.###.#.#..#..#.###.#",
        "#.###.#.###.#.#.###.#",
        "#.....#.#..#..#.....#",
        "#######.#.#.#.#######",
        "........#..##........",
        "#...#.###.##.#####..#",
        "..#..#..#..##..#..##.",
        ".#.#..#..#.#..######.",
        "#..###.##.#..##.#..#.",
        "##.####...#.###....##",
        "........###.###...##.",
        "#######.##..##....##.",
        "#.....#....##..#...#.",
        "#.###.#.#.##..###...#",
        "#.###.#..#.##....####",
        "#.###.#....#..####...",
        "#.....#..##..##.#....",
        "#######.#.#.####....#",
      ])
    let address =
      "otpauth://totp/Latchkey:ann%40example.com?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Latchkey"
    let long = try #require(QRCode(address))
    let bits = long.modules.map { row in row.map { $0 ? "1" : "0" }.joined() }.joined()
    let digest = SHA256.hash(data: Data(bits.utf8)).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
    #expect(digest == "783d73b2efed2d01bf118549208cf4690a4c67e611253b6c27e109195f55c552")
  }

  @Test(
    "it grows with the text, up to what there is room for",
    arguments: [
      (1, 21), (14, 21), (15, 25), (106, 41), (107, 45), (152, 49), (180, 53), (181, 57), (213, 57),
    ])
  func sizes(length: Int, size: Int) {
    #expect(QRCode(String(repeating: "a", count: length))?.size == size)
  }

  @Test("it has room for as much and no more, and its image has a margin")
  func image() throws {
    #expect(QRCode(String(repeating: "a", count: 214)) == nil)
    let code = try #require(QRCode("abcde"))
    let dark = code.modules.joined().count { $0 }
    #expect(code.path.hasPrefix("M4,4h1v1h-1z") && code.path.count { $0 == "M" } == dark)
  }
}
