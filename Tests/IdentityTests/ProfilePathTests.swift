import Foundation
import IdentityWire
import Testing

@testable import Identity

@Suite("Paths into a provider's profile")
struct ProfilePathTests {
  static let document: JSONValue = [
    "id": 9_007_199_254_740_993, "a.b": "dotted", "?x": "asked", "b\\c": "slashed", "0": "zeroth",
    "data": ["user": ["id": "u1", "tags": ["first", "second"]], "none": nil],
    "mails": [
      ["primary": false, "value": "one@example.com"], ["primary": "true", "value": "two@example.com"],
      ["primary": true, "value": "three@example.com"], ["primary": true, "value": "four@example.com"],
    ],
  ]

  @Test(
    "a path leads through objects and lists, and a backslash keeps what would part it",
    arguments: [
      ("id", 9_007_199_254_740_993), ("data.user.id", "u1"), ("data.user.tags.1", "second"),
      ("mails.0.value", "one@example.com"), ("mails.?primary.value", "three@example.com"),
      ("a\\.b", "dotted"), ("\\?x", "asked"), ("b\\\\c", "slashed"), ("0", "zeroth"), ("data.none", nil),
    ] as [(String, JSONValue)])
  func value(_ text: String, _ expected: JSONValue) throws {
    let path = try #require(ProfilePath(text))
    #expect(path.value(in: Self.document) == expected && path.text == text)
  }

  @Test(
    "a path that leads nowhere has no value",
    arguments: [
      "nobody", "id.more", "data.user.id.0", "data.user.tags.2", "data.user.tags.01", "data.user.tags.first",
      "mails.value", "mails.?value.value", "data.?user", "data.none.x",
    ])
  func nothing(_ text: String) throws {
    #expect(try #require(ProfilePath(text)).value(in: Self.document) == nil)
  }

  @Test(
    "a text that is no path, or out of bounds, is refused",
    arguments: [
      "", ".", "a.", ".a", "a..b", "?", "a.?", "a\\", "a\\b", "a\nb", "a\u{0}",
      String(repeating: "a.", count: 8) + "a", String(repeating: "a", count: 257),
    ])
  func refused(_ text: String) {
    #expect(ProfilePath(text) == nil)
  }

  @Test("as long and as deep as is allowed")
  func bounds() {
    #expect(ProfilePath(String(repeating: "a.", count: 7) + "a") != nil)
    #expect(ProfilePath(String(repeating: "a", count: 256)) != nil)
  }

  @Test("T4: the word that an address is verified is about the same element of a list")
  func elements() {
    func verifies(_ email: String, _ verified: String) -> Bool {
      var mapping = ProfileMapping()
      (mapping[.email], mapping[.emailVerified]) = (ProfilePath(email), ProfilePath(verified))
      return mapping.verifiesItsAddress
    }
    #expect(verifies("email", "verified") && verifies("a.email", "b.c.verified"))
    #expect(verifies("mails.?main.value", "mails.?main.ok") && verifies("mails.0.v", "mails.0.ok"))
    #expect(!verifies("mails.0.value", "mails.1.ok") && !verifies("mails.?main.value", "mails.0.ok"))
    #expect(!verifies("mails.?main.value", "mails.?ok.ok") && !verifies("email", "mails.0.ok"))
  }

  @Test("settings are read as they were written, and older ones have neither profile nor dialect")
  func stored() throws {
    var settings = ProviderSettings(providerID: "oauth.company", enabled: true, clientID: "web")
    let older = try JSONEncoder().encode(settings)
    #expect(!String(decoding: older, as: UTF8.self).contains("profile"))
    let read = try JSONDecoder().decode(ProviderSettings.self, from: older)
    #expect(read.profile == nil && read.dialect == nil)
    var mapping = ProfileMapping()
    (mapping[.userID], mapping[.email]) = (ProfilePath("data.id"), ProfilePath("mails.?main.value"))
    settings.profile = mapping
    settings.dialect = OAuthDialect()
    settings.dialect?.scopeSeparator = ","
    settings.dialect?.usesPKCE = false
    let again = try JSONDecoder().decode(ProviderSettings.self, from: JSONEncoder().encode(settings))
    #expect(again == settings)
    let sparse = try JSONDecoder().decode(OAuthDialect.self, from: Data("{}".utf8))
    #expect(sparse == OAuthDialect())
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ProfileMapping.self, from: Data(#"{"userId":"a..b"}"#.utf8))
    }
  }
}
