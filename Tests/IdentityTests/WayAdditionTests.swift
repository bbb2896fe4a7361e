import Testing

@testable import Identity

@Suite("Ways to sign in that sessions added")
struct WayAdditionTests {
  static let now = Instant(seconds: 1_900_000_000)
  static let longAgo = now.adding(seconds: -200_000)

  private static func account() throws -> Account {
    let project = try #require(ProjectID(rawValue: "example"))
    let id = try #require(AccountID(rawValue: "ada"))
    return Account(id: id, scope: Scope(project: project), createdAt: longAgo)
  }

  private static func added(_ change: (inout Account) -> Void, signedInAt: Instant? = longAgo) throws
    -> Account
  {
    let before = try account()
    var after = before
    change(&after)
    after.noteAdditions(since: before, bySignInAt: signedInAt, now: now)
    return after
  }

  private static let google = ProviderLink(providerID: "google.com", rawID: "1")

  @Test("an addition is allowed, refused or noted by the age of the sign-in, and by the rule that says so")
  func policy() {
    func decide(_ age: Int64, isAnonymous: Bool = false, requires: Bool) -> RecentSignInPolicy.Addition {
      RecentSignInPolicy(linkingRequiresRecentSignIn: requires).addition(
        signedInAt: Self.now.adding(seconds: -age), isAnonymous: isAnonymous, now: Self.now)
    }
    for requires in [true, false] {
      #expect(decide(0, requires: requires) == .recent)
      #expect(decide(300, requires: requires) == .recent)
      #expect(decide(100_000, isAnonymous: true, requires: requires) == .anonymous)
    }
    #expect(decide(301, requires: true) == .refused)
    #expect(decide(301, requires: false) == .stale(signedInAt: Self.now.adding(seconds: -301)))
  }

  @Test("a sign-in by what a stale session added is as old as that session's, for a day")
  func day() throws {
    let account = try Self.added { $0.links = [Self.google] }
    var sessions = SessionPolicy()
    func moment(_ later: Int64) -> Instant {
      account.authenticatedAt(signingInBy: "google.com", sessions, now: Self.now.adding(seconds: later))
    }
    // No older than a day.
    #expect(moment(0) == Self.now.adding(seconds: -86_400))
    #expect(moment(86_399) == Self.now.adding(seconds: -1))
    #expect(moment(86_400) == Self.now.adding(seconds: 86_400))
    sessions.absoluteLifetime = 7_200
    #expect(moment(0) == Self.now.adding(seconds: -3_600))
    #expect(account.authenticatedAt(signingInBy: "phone", sessions, now: Self.now) == Self.now)
    #expect(account.authenticatedAt(signingInBy: "custom", sessions, now: Self.now) == Self.now)
  }

  @Test("a sign-in by what a recent session added is recent, and an anonymous one's addition is not noted")
  func recent() throws {
    let account = try Self.added({ $0.links = [Self.google] }, signedInAt: Self.now.adding(seconds: -300))
    #expect(account.wayAdditions.map(\.way) == [Self.google.way])
    #expect(account.authenticatedAt(signingInBy: "google.com", SessionPolicy(), now: Self.now) == Self.now)
    #expect(try Self.added({ $0.links = [Self.google] }, signedInAt: nil).wayAdditions.isEmpty)
  }

  @Test(
    "undoing a change of the address takes away what was added in the week before it", arguments: [301, 0])
  func undoing(age: Int64) throws {
    var account = try Self.added(
      { $0.links = [Self.google] }, signedInAt: Self.now.adding(seconds: -age))
    let before = account
    account.phoneNumber = "+15551230100"
    account.noteAdditions(since: before, bySignInAt: nil, now: Self.now)
    func kept(_ later: Int64) -> Int {
      let moment = Self.now.adding(seconds: later)
      let change = EmailChange(id: "c", of: account, expiresAt: moment.adding(seconds: 1), now: moment)
      var undone = account
      undone.dropWaysIn(since: change)
      #expect(undone.phoneNumber == "+15551230100")
      return undone.links.count
    }
    #expect(kept(0) == 0 && kept(604_799) == 0 && kept(604_800) == 1)
  }

  @Test("undoing a change of the address takes away a password that was set in the week before it")
  func undoingPassword() throws {
    func isKept(_ moment: Instant, setAt age: Int64, _ change: (inout Account) -> Void = { _ in }) throws
      -> Bool
    {
      var account = try Self.account()
      account.createdAt = moment.adding(seconds: -30 * 86_400)
      account.passwordUpdatedAt = moment.adding(seconds: -age)
      change(&account)
      let undone = EmailChange(id: "c", of: account, expiresAt: moment.adding(seconds: 1), now: moment)
      account.dropWaysIn(since: undone)
      return account.passwordUpdatedAt != nil
    }
    #expect(try !isKept(Self.now, setAt: 0) && !isKept(Self.now, setAt: 604_799))
    #expect(try isKept(Self.now, setAt: 604_800))
    #expect(try isKept(Self.now, setAt: 60) { $0.createdAt = Self.now.adding(seconds: -60) }, "of a sign-up")
    let imported = AccountImport(id: "i", at: Self.now.adding(seconds: -60), actor: "cli:ada")
    #expect(try isKept(Self.now, setAt: 60) { $0.imported = imported }, "of an import")
    #expect(try !isKept(Self.now, setAt: 59) { $0.imported = imported }, "after it")
  }

  @Test("what is taken away is forgotten, what stays is not, and what comes back is judged anew")
  func removal() throws {
    let stale = try Self.added {
      $0.links = [Self.google]
      $0.phoneNumber = "+15551230100"
      $0.email = EmailAddress("ada@example.com")
    }
    #expect(stale.wayAdditions.count == 3)
    var without = stale
    without.links = []
    without.noteAdditions(since: stale, bySignInAt: nil, now: Self.now)
    #expect(
      without.wayAdditions.map(\.way) == [
        .phone(number: "+15551230100"), .email(address: "ada@example.com"),
      ])
    var again = without
    again.links = [Self.google]
    again.noteAdditions(since: without, bySignInAt: nil, now: Self.now)
    #expect(again.wayAdditions == without.wayAdditions)
    // Another identity of the same provider is another way.
    var other = stale
    other.links = [ProviderLink(providerID: "google.com", rawID: "2")]
    #expect(other.authenticatedAt(signingInBy: "google.com", SessionPolicy(), now: Self.now) == Self.now)
  }

  @Test("ids are compared by their bytes")
  func bytes() {
    let composed = WayAddition.Way.provider(id: "oidc.x", rawID: "jos\u{E9}")
    #expect(composed != .provider(id: "oidc.x", rawID: "jose\u{301}"))
    #expect(composed != .phone(number: "jos\u{E9}") && composed == composed)
  }

  @Test("a take-over keeps what the address is by, and nothing else")
  func takeOver() throws {
    var account = try Self.added {
      $0.links = [Self.google]
      $0.email = EmailAddress("ada@example.com")
    }
    account.takeOver(now: Self.now)
    #expect(account.wayAdditions.map(\.way) == [.email(address: "ada@example.com")])
  }

  @Test("what is told of a change is what was added and removed, and a password only if it is another")
  func changes() throws {
    let before = try Self.account()
    var after = before
    after.links = [Self.google]
    after.phoneNumber = "+15551230100"
    after.password = PasswordHash(
      algorithm: .firebaseScrypt(signerKey: [], saltSeparator: [], rounds: 8, memoryCost: 14), salt: [],
      hash: [1])
    after.passwordUpdatedAt = Self.longAgo
    #expect(
      after.signInMethodChanges(since: before).added
        == [.password, .phone(number: "+15551230100"), .provider(id: "google.com", rawID: "1")])
    #expect(before.signInMethodChanges(since: after).removed.count == 3)
    var rehashed = after
    rehashed.password?.hash = [2]
    #expect(rehashed.signInMethodChanges(since: after).isEmpty)
    rehashed.passwordUpdatedAt = Self.now
    var expected = SignInMethodChanges()
    expected.passwordChanged = true
    #expect(rehashed.signInMethodChanges(since: after) == expected)
  }
}
