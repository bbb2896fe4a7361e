import Identity
import IdentityWire
import Testing

@testable import Operations

@Suite("What an administrator searches for")
struct AccountQueryTests {
  private static func keys(_ text: String, _ field: AccountQuery.Field = .anything) throws
    -> [AccountSearch.Key]
  {
    var question = AccountQuery()
    question.text = text
    question.field = field
    return try question.search.keys
  }

  private static func id(_ text: String) -> AccountSearch.Key {
    AccountID(rawValue: text).map { .id($0) } ?? .newest
  }

  @Test("a text is looked for where it can be, and nowhere else")
  func recognition() throws {
    #expect(try Self.keys("") == [.newest])
    #expect(try Self.keys(" \n ") == [.newest])
    #expect(
      try Self.keys(" ann ") == [Self.id("ann"), .emailPrefix("ann"), .displayNamePrefix("ann")])
    #expect(
      try Self.keys("Ann O") == [Self.id("Ann O"), .displayNamePrefix("Ann O")])
    #expect(try Self.keys("ann@x") == [Self.id("ann@x"), .emailPrefix("ann@x")])
    #expect(
      try Self.keys("+1 (555) 55") == [
        Self.id("+1 (555) 55"), .phoneNumberPrefix("+155555"), .displayNamePrefix("+1 (555) 55"),
      ])
    #expect(
      try Self.keys("Google.com:a:b").contains(.identity(providerID: "google.com", rawID: "a:b")))
    #expect(try Self.keys("+", .phone) == [.phoneNumberPrefix("+")])
    #expect(try Self.keys("x", .id) == [Self.id("x")])
    #expect(try Self.keys(String(repeating: "x", count: 200), .id).isEmpty)
  }

  @Test(
    "what no account has is refused", arguments: ["a\u{0}b", "\u{7F}", String(repeating: "x", count: 300)])
  func refusals(text: String) {
    #expect(throws: IdentityError.self) { try Self.keys(text) }
  }

  @Test("an identity is a provider and an id", arguments: ["google.com", "a:b", "a@b.c:d", ":x"])
  func identities(text: String) {
    #expect(throws: IdentityError.self) { try Self.keys(text, .identity) }
  }

  @Test("without a text the order is what was asked for")
  func order() throws {
    var question = AccountQuery()
    question.order = .id
    #expect(try question.search.keys == [.ids])
    question.method = .provider("google.com")
    #expect(try question.search.keys == [.provider("google.com")])
    question.order = .newest
    #expect(try question.search == AccountSearch([.newest], method: .provider("google.com")))
  }
}
