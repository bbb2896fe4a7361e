import Testing

@testable import Identity

@Suite("Mailed codes")
struct MailedCodeTests {
  private let now = Fixture.now

  private func account(_ email: String?) -> Account {
    var account = Fixture.account("ada", email: email)
    account.passwordUpdatedAt = account.createdAt
    return account
  }

  private func reset(of email: String, hides: Bool, _ account: Account?) throws -> MailedCode {
    let (typed, id) = (try #require(TypedEmail(email)), try #require(AccountID(rawValue: "another")))
    return try .passwordReset(of: typed, account: account, hidesAccounts: hides, newID: id, now: now)
  }

  private func refusal(_ body: () throws -> MailedCode) -> Refusal? {
    do {
      _ = try body()
      return nil
    } catch {
      return (error as? IdentityError)?.refusal
    }
  }

  @Test("A hidden address gets a code with the same members as a known one, and nobody receives it")
  func hidden() throws {
    let known = try reset(of: "ada@example.com", hides: true, account("ada@example.com"))
    let unknown = try reset(of: "ada@example.com", hides: true, nil)
    #expect(known.isDelivered && !unknown.isDelivered)
    #expect(members(of: unknown.code) == members(of: known.code))
    #expect(unknown.answered == known.answered && unknown.recipient == known.recipient)
    #expect(refusal { try reset(of: "ada@example.com", hides: false, nil) } == .emailNotFound)
  }

  @Test("A taken address is refused, or answered like a free one and sent nothing")
  func taken() throws {
    let mine = account("ada@example.com")
    let theirs = account("eve@example.com")
    let email = try #require(EmailAddress("eve@example.com"))
    func change(_ holder: Account?, hides: Bool) throws -> MailedCode {
      try .changeOfAddress(
        of: mine, to: email, holder: holder, signedInAt: now, hidesAccounts: hides, now: now)
    }
    #expect(refusal { try change(theirs, hides: false) } == .emailExists)
    let (free, hidden) = (try change(nil, hides: true), try change(theirs, hides: true))
    #expect(free.isDelivered && !hidden.isDelivered)
    #expect(members(of: hidden.code) == members(of: free.code) && hidden.recipient == free.recipient)
  }

  @Test("A sign-in link goes to the stored spelling of an account, and the answer names the typed one")
  func spelling() throws {
    let typed = try #require(TypedEmail("JOSE\u{301}@example.com"))
    var account = account("ada@example.com")
    account.email = typed.spelling
    let mailed = MailedCode.signIn(at: typed, holder: account, now: now)
    #expect(mailed.recipient == account.email && mailed.code.email == account.email)
    #expect(MailedCode.signIn(at: typed, holder: nil, now: now).recipient == typed.address)
    #expect(mailed.answered == typed.candidates.first)
  }

  @Test("An account without an address has none to verify")
  func withoutAddress() throws {
    #expect(refusal { try .verification(of: account(nil), now: now) } == .missingEmail)
  }

  /// The names of the members that have a value.
  private func members(of code: OOBCode) -> [String] {
    Mirror(reflecting: code).children.compactMap { child in
      if case Optional<Any>.none = child.value { nil } else { child.label }
    }
  }
}
