import Foundation
import Testing

@testable import Identity

@Suite("Addresses, identifiers and clocks")
struct ValueTests {
  @Test("an address is kept in lower case and read again from its own text")
  func address() throws {
    let cases = [
      ("Ada@Example.COM", "ada@example.com"), ("a@b", "a@b"), ("ÄDA@EXAMPLE.com", "äda@example.com"),
      ("a+b.c@example.com", "a+b.c@example.com"),
    ]
    for (raw, text) in cases {
      let email = try #require(EmailAddress(raw), "\(raw)")
      #expect(email.text == text)
      #expect(EmailAddress(email.text) == email)
      #expect(try JSONDecoder().decode(EmailAddress.self, from: JSONEncoder().encode(email)) == email)
    }
    #expect(EmailAddress("ada@example.com")?.domain == "example.com")
  }

  @Test(
    "what is no address",
    arguments: [
      "", "@", "a", "a@", "@b", "a@b@c", "a b@c", "a@b c", "a@b\n", "\ta@b", "a@b\u{0}", "a\u{7F}@b",
      "a\u{A0}@b",
      "a\u{2028}@b", String(repeating: "x", count: 255) + "@b",
    ])
  func noAddress(raw: String) {
    #expect(EmailAddress(raw) == nil)
    #expect((try? JSONDecoder().decode(EmailAddress.self, from: JSONEncoder().encode(raw))) == nil)
  }

  @Test("256 bytes are the most, before and after lowering")
  func addressLength() {
    let domain = "@example.com"
    #expect(EmailAddress(String(repeating: "a", count: 256 - domain.count) + domain) != nil)
    #expect(EmailAddress(String(repeating: "a", count: 257 - domain.count) + domain) == nil)
    // A capital letter whose small form is longer.
    #expect(EmailAddress(String(repeating: "İ", count: 122) + domain)?.text.utf8.count ?? 0 <= 256)
  }

  @Test("identifiers have their alphabets and lengths")
  func identifiers() {
    for good in ["a", "my-project-1", String(repeating: "a", count: 63)] {
      #expect(ProjectID(rawValue: good) != nil)
    }
    for bad in ["", "A", "1a", "-a", "a_b", "a.b", "a/b", "é", String(repeating: "a", count: 64)] {
      #expect(ProjectID(rawValue: bad) == nil, "\(bad)")
    }
    for good in ["a", "Tenant_1-x", String(repeating: "t", count: 64)] {
      #expect(TenantID(rawValue: good) != nil)
    }
    for bad in ["", "a b", "a/b", "é", String(repeating: "t", count: 65)] {
      #expect(TenantID(rawValue: bad) == nil)
    }
    for good in ["a", "with space", "é/?#", String(repeating: "u", count: 128)] {
      #expect(AccountID(rawValue: good) != nil)
    }
    for bad in ["", "a\nb", "a\u{0}", "\u{7F}", String(repeating: "u", count: 129)] {
      #expect(AccountID(rawValue: bad) == nil)
    }
  }

  @Test("random ids are 28 letters and digits and differ")
  func randomIDs() {
    let ids = (0..<200).map { _ in AccountID.random(SystemRandom()).rawValue }
    #expect(Set(ids).count == 200)
    #expect(
      ids.allSatisfy { $0.utf8.count == 28 && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } })
    #expect(SeededRandom(seed: 1).bytes(16) == SeededRandom(seed: 1).bytes(16))
    #expect(SeededRandom(seed: 1).bytes(16) != SeededRandom(seed: 2).bytes(16))
    #expect(SystemRandom().bytes(0).isEmpty && SystemRandom().bytes(33).count == 33)
  }

  @Test("random text uses its whole alphabet evenly")
  func alphanumeric() {
    let text = SeededRandom(seed: 3).alphanumeric(62_000)
    let counts = Dictionary(grouping: text, by: \.self).mapValues(\.count)
    #expect(counts.count == 62)
    #expect(counts.values.allSatisfy { (850...1_150).contains($0) })
  }

  @Test("a provider's id of a user is never empty or endless")
  func providerIdentity() {
    #expect(ProviderIdentity(providerID: "apple.com", rawID: "") == nil)
    #expect(ProviderIdentity(providerID: "apple.com", rawID: String(repeating: "x", count: 513)) == nil)
    #expect(
      ProviderIdentity(providerID: "google.com", rawID: "1")?.federatedID == "https://accounts.google.com/1")
    #expect(ProviderIdentity(providerID: "oidc.x", rawID: "1")?.federatedID == "1")
  }

  @Test("seconds are rounded down, also before 1970")
  func timestamps() {
    #expect(Instant(milliseconds: 1_999).seconds == 1)
    #expect(Instant(milliseconds: 0).seconds == 0)
    #expect(Instant(milliseconds: -1).seconds == -1)
    #expect(Instant(milliseconds: -1_000).seconds == -1)
    #expect(Instant(seconds: 5).adding(seconds: -6).milliseconds == -1_000)
    #expect(Instant(milliseconds: 1) < Instant(milliseconds: 2))
  }

  @Test("a clock that stands still moves only when told; a running one keeps its distance")
  func clocks() {
    let fixed = SettableClock(Instant(seconds: 100))
    #expect(fixed.now() == Instant(seconds: 100))
    fixed.advance(seconds: 60)
    fixed.advance(seconds: 1)
    #expect(fixed.now() == Instant(seconds: 161))
    let running = SettableClock()
    let start = SystemClock().now()
    running.advance(seconds: 1_000)
    #expect(running.now() >= start.adding(seconds: 1_000))
    running.reset()
    #expect(running.now() < start.adding(seconds: 900))
  }

  @Test("revoking tokens counts also within one second")
  func revocation() {
    var account = Fixture.account("a")
    let now = Instant(milliseconds: 2_000_000_000_999)
    account.revokeTokens(now: now)
    account.revokeTokens(now: now)
    #expect(account.validSince == Instant(seconds: 2_000_000_000))
    #expect(account.tokenEpoch == 2)
  }

  @Test("a moment that an administrator chooses brings nothing back and can be taken back")
  func chosenRevocation() {
    var account = Fixture.account("a")
    let now = Instant(seconds: 2_000_000_000)
    account.revokeTokens(now: now)
    account.revokeTokens(since: Instant(seconds: 5), now: now.adding(seconds: 10))
    #expect(account.validSince == now && account.tokenEpoch == 1, "it ends nothing either")
    account.revokeTokens(since: now.adding(seconds: 5), now: now.adding(seconds: 10))
    #expect(account.validSince == now.adding(seconds: 5) && account.tokenEpoch == 2)
    account.revokeTokens(since: now.adding(seconds: 1_000), now: now.adding(seconds: 10))
    #expect(account.validSince == now.adding(seconds: 1_000) && account.tokenEpoch == 3)
    account.revokeTokens(since: Instant(seconds: 5), now: now.adding(seconds: 20))
    #expect(account.validSince == now.adding(seconds: 20) && account.tokenEpoch == 4)
    account.revokeTokens(since: now.adding(seconds: 20), now: now.adding(seconds: 100))
    #expect(account.validSince == now.adding(seconds: 20) && account.tokenEpoch == 5, "its own second ends")
    account.revokeTokens(since: now.adding(seconds: 96), now: now.adding(seconds: 100))
    #expect(account.validSince == now.adding(seconds: 96) && account.tokenEpoch == 6)
    account.revokeTokens(since: now.adding(seconds: 97), now: now.adding(seconds: 100))
    #expect(account.validSince == now.adding(seconds: 100) && account.tokenEpoch == 7, "that means now")
  }

  @Test("a clock that is set back brings nothing back that was revoked")
  func revocationByAClockSetBack() {
    var account = Fixture.account("a")
    let now = Instant(seconds: 2_000_000_000)
    account.revokeTokens(now: now)
    account.revokeTokens(now: now.adding(seconds: -3_600))
    #expect(account.validSince == now && account.tokenEpoch == 2)
  }

  @Test("a lifetime counts from the proof, and standing unused from when it began to matter")
  func sessionEnds() {
    let now = Instant(seconds: 2_000_000_000)
    var session = RefreshSession(
      tokenHash: [1], scope: Fixture.account("a").scope, accountID: Fixture.account("a").id,
      authenticatedAt: now, createdAt: now.adding(seconds: 9_000), tokenEpoch: 0,
      signIn: SignInFacts(provider: "password"))
    var policy = SessionPolicy()
    policy.absoluteLifetime = 10_000
    #expect(policy.allows(session, now: now.adding(seconds: 9_999)))
    #expect(!policy.allows(session, now: now.adding(seconds: 10_000)))
    session.lastUsedAt = now.adding(seconds: 9_500)
    policy = SessionPolicy().replacing(policy, now: now)
    #expect(policy.idleSince == nil)
    // Years later.
    var idle = policy
    idle.idleLifetime = 7_200
    let switched = now.adding(seconds: 100_000_000)
    idle = idle.replacing(policy, now: switched)
    #expect(idle.idleSince == switched)
    #expect(idle.allows(session, now: switched.adding(seconds: 7_199)))
    #expect(!idle.allows(session, now: switched.adding(seconds: 7_200)))
    session.lastUsedAt = switched.adding(seconds: 5_000)
    #expect(idle.allows(session, now: switched.adding(seconds: 12_199)))
    var shorter = SessionPolicy()
    shorter.idleLifetime = 7_201
    #expect(shorter.replacing(idle, now: switched.adding(seconds: 9)).idleSince == switched)
  }

  @Test("only an account that nobody can come back to is anonymous")
  func anonymity() {
    #expect(Fixture.account("a").isAnonymous)
    #expect(!Fixture.account("a", email: "a@b").isAnonymous)
    #expect(!Fixture.account("a", links: [("apple.com", "1")]).isAnonymous)
    var custom = Fixture.account("a")
    custom.customAuth = true
    #expect(!custom.isAnonymous)
  }
}
