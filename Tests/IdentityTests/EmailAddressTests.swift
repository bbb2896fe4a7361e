import Foundation
import Identity
import Testing

@Suite("E-mail addresses")
struct EmailAddressTests {
  @Test("an address whose letters only become ASCII in lower case is none")
  func lookAlikes() {
    #expect(EmailAddress("\u{212A}im@example.com") == nil)
    #expect(EmailAddress("kim@\u{212A}ite.example") == nil)
    #expect(EmailAddress("KIM@Example.com")?.text == "kim@example.com")
    #expect(EmailAddress("JOSÉ@example.com")?.text == "josé@example.com")
  }
}

@Suite("Spellings of e-mail addresses")
struct EmailSpellingTests {
  private static let composed = "jos\u{E9}@example.com"
  private static let decomposed = "jose\u{301}@example.com"

  @Test("every spelling becomes normal form C, which stays what it is")
  func normalForm() throws {
    for raw in [Self.composed, Self.decomposed, "JOSE\u{301}@EXAMPLE.com", "JOS\u{C9}@example.com"] {
      let email = try #require(EmailAddress(raw))
      #expect(Array(email.text.utf8) == Array(Self.composed.utf8))
      #expect(email.isNormalized && EmailAddress(email.text) == email)
    }
    // Lowering takes these out of the normal form they are in.
    for raw in ["\u{130}@example.com", "\u{3F4}\u{301}@example.com", "\u{1E9E}\u{323}\u{307}@example.com"] {
      let email = try #require(EmailAddress(raw))
      #expect(EmailAddress(email.text).map { Array($0.text.utf8) } == Array(email.text.utf8))
    }
  }

  @Test("a stored address keeps its bytes, and is another than its normal form")
  func stored() throws {
    let stored = try #require(EmailAddress.stored(Self.decomposed))
    let normal = try #require(EmailAddress(Self.decomposed))
    #expect(Array(stored.text.utf8) == Array(Self.decomposed.utf8))
    #expect(stored != normal && Set([stored, normal]).count == 2 && !stored.isNormalized)
    #expect(Array(stored.normalForm.utf8) == Array(normal.text.utf8))
    let data = try JSONEncoder().encode([stored])
    let read = try JSONDecoder().decode([EmailAddress].self, from: data)
    #expect(read == [stored])
    #expect(stored.hasOtherSpellings && normal.hasOtherSpellings)
    #expect(try !#require(EmailAddress("ann@example.com")).hasOtherSpellings)
  }

  @Test("a typed address names the account of its own spelling first, then that of the normal form")
  func typed() throws {
    let stored = try #require(EmailAddress.stored(Self.decomposed))
    let normal = try #require(EmailAddress(Self.composed))
    let decomposed = try #require(TypedEmail("JOSE\u{301}@example.com"))
    #expect(decomposed.candidates == [stored, normal])
    #expect(decomposed.names(stored) && decomposed.names(normal) && !decomposed.names(nil))
    let composed = try #require(TypedEmail("JOS\u{C9}@example.com"))
    #expect(composed.candidates == [normal] && !composed.names(stored))
  }

  @Test("uids and provider links are compared by their bytes")
  func identifiers() throws {
    let one = try #require(AccountID(rawValue: "jos\u{E9}"))
    let other = try #require(AccountID(rawValue: "jose\u{301}"))
    #expect(one.rawValue == other.rawValue)
    #expect(one != other && !(one == other) && Set([one, other]).count == 2)
    #expect(Optional(one) != Optional(other) && one == AccountID(rawValue: "jos\u{E9}"))
    let links = [one, other].map { ProviderLink(providerID: "oidc.x", rawID: $0.rawValue) }
    #expect(links[0] != links[1] && links[0] == links[0])
  }

  @Test("a proof of one spelling merges with no account of another, and verifies none")
  func merging() throws {
    var account = Fixture.account("a", verified: true)
    account.email = EmailAddress.stored(Self.decomposed)
    let identity = Fixture.identity("apple.com", "1", email: Self.composed, verified: true)
    guard case .needConfirmation = Fixture.decide(identity, emailOwner: account) else {
      Issue.record("the account of another spelling was opened")
      return
    }
    var provider = try #require(ProviderIdentity(providerID: "apple.com", rawID: "1"))
    provider.takeEmail(Self.decomposed, isVerified: true)
    #expect(provider.email == EmailAddress(Self.composed) && !provider.emailVerifiedByProvider)
    provider.takeEmail("JOS\u{C9}@example.com", isVerified: true)
    #expect(provider.emailVerifiedByProvider)
  }
}
