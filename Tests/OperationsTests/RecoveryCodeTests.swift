import Testing

@testable import Operations

@Suite("Recovery codes")
struct RecoveryCodeTests {
  private static let bytes = (0..<10).map { UInt8($0 * 25) }
  private static let key: [UInt8] = Array(repeating: 7, count: 32)

  @Test("a code is read as it is written, in either case, with and without its groups")
  func reading() throws {
    let code = RecoveryCode(bytes: Self.bytes)
    #expect(code.text.utf8.count == 19 && code.text.split(separator: "-").map(\.count) == [4, 4, 4, 4])
    let plain = code.text.replacing("-", with: "")
    for text in [code.text, plain, code.text.lowercased(), " \(code.text.replacing("-", with: " ")) "] {
      #expect(try #require(RecoveryCode(text)).hash(key: Self.key) == code.hash(key: Self.key))
    }
  }

  @Test("digits that look like letters are taken for them")
  func lookalikes() throws {
    let one = try #require(RecoveryCode("OIBO-IBOI-BOIB-OIBO"))
    let other = try #require(RecoveryCode("0180-1801-8018-0180"))
    #expect(one.hash(key: Self.key) == other.hash(key: Self.key))
  }

  @Test(
    "what is no code is left to the factors",
    arguments: [
      "", "000000", "123 456", "AAAA-AAAA-AAAA-AAA", "AAAA-AAAA-AAAA-AAAAA", "AAAA-AAAA-AAAA-AAA9",
      "ÄAAAAAAAAAAAAAAA",
      String(repeating: "-", count: 60) + "AAAAAAAAAAAAAAAA",
    ])
  func others(text: String) { #expect(RecoveryCode(text) == nil) }

  @Test("the hash depends on code and key")
  func hashes() {
    let hash = RecoveryCode(bytes: Self.bytes).hash(key: Self.key)
    #expect(hash != RecoveryCode(bytes: Self.bytes).hash(key: [1]))
    #expect(hash != RecoveryCode(bytes: Self.bytes.reversed()).hash(key: Self.key))
  }
}
