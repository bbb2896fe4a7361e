import Testing

@testable import SAML

@Suite("Bounds of a SAML assertion's attributes") struct AttributeBoundsTests {
  private static func check(_ attributes: [SAMLAssertion.Attribute]) throws -> SAMLCheck? {
    var content = Stage.content
    content.attributes = attributes
    let issuer = SAMLIssuer(entityID: Stage.identityProvider, key: Stage.key)
    return Stage.refusal(of: try #require(issuer.response(content, signing: .assertion)))?.check
  }

  private static func check(name: String, _ value: String = "x") throws -> SAMLCheck? {
    try check([.init(name: name, values: [value])])
  }

  // Fails when a bound is one off, or is asked for characters.
  @Test("names have 1 to 1,024 bytes and values up to 16,384")
  func lengths() throws {
    #expect(try Self.check(name: String(repeating: "é", count: 512)) == nil)
    #expect(try Self.check(name: String(repeating: "é", count: 512) + "x") == .text)
    #expect(try Self.check(name: "") == .text)
    #expect(try Self.check(name: "a", String(repeating: "x", count: 16_384)) == nil)
    #expect(try Self.check(name: "a", String(repeating: "x", count: 16_385)) == .text)
    #expect(try Self.check(name: "a", "") == nil)
  }

  // Fails when a member's name is not asked for what it imitates, or is not stream-safe.
  @Test("names that would pass for others are refused")
  func looks() throws {
    #expect(try Self.check(name: "\u{212A}elvin") == .attributes)
    #expect(try Self.check(name: " mail") == .text)
    #expect(try Self.check(name: "a" + String(repeating: "\u{301}", count: 31)) == .text)
  }

  // Fails when attributes are counted by their elements, or not at all.
  @Test("there are up to 256 attributes; those of one name are one")
  func counts() throws {
    func attributes(_ count: Int, _ name: (Int) -> String) -> [SAMLAssertion.Attribute] {
      (0..<count).map { .init(name: name($0), values: ["x"]) }
    }
    #expect(try Self.check(attributes(256) { "a\($0)" }) == nil)
    #expect(try Self.check(attributes(257) { "a\($0)" }) == .attributes)
    #expect(try Self.check(attributes(300) { "a\($0 % 2)" }) == nil)
  }
}
