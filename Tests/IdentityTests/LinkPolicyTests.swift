import Testing

@testable import Identity

/// Makes accounts and identities for decisions.
enum Fixture {
  static let scope = Scope(project: ProjectID(rawValue: "example")!)
  static let now = Instant(seconds: 2_000_000_000)

  static func identity(
    _ providerID: String = "apple.com", _ rawID: String = "1", email: String? = nil, verified: Bool = false,
    name: String? = nil
  ) -> ProviderIdentity {
    var identity = ProviderIdentity(providerID: providerID, rawID: rawID)!
    identity.email = email.flatMap(EmailAddress.init)
    identity.emailVerifiedByProvider = verified
    identity.displayName = name
    return identity
  }

  static func account(
    _ id: String, email: String? = nil, verified: Bool = false, links: [(String, String)] = [],
    disabled: Bool = false
  ) -> Account {
    var account = Account(
      id: AccountID(rawValue: id)!, scope: scope, createdAt: Instant(seconds: 1_900_000_000))
    account.email = email.flatMap(EmailAddress.init)
    account.emailVerified = verified
    account.links = links.map { ProviderLink(providerID: $0.0, rawID: $0.1) }
    account.disabled = disabled
    return account
  }

  static func decide(
    _ identity: ProviderIdentity, owner: Account? = nil, emailOwner: Account? = nil, current: Account? = nil,
    duplicates: Bool = false, trust: EmailTrust.Policy = .production, mayCreate: Bool = true,
    secondFactors: SecondFactorPolicy = .optional
  ) -> LinkDecision {
    LinkPolicy(allowDuplicateEmails: duplicates, emailTrust: trust, secondFactors: secondFactors).decide(
      identity, among: .init(owner: owner, emailOwner: emailOwner, current: current),
      new: .init(id: AccountID(rawValue: "new")!, scope: scope, isAllowed: mayCreate), now: now)
  }
}

extension LinkDecision {
  var acceptance: Acceptance? {
    if case .accept(let acceptance) = self { acceptance } else { nil }
  }
}

@Suite("Link policy")
struct LinkPolicyTests {
  // MARK: Signing in

  @Test("an identity that nobody has makes an account, with its address as far as it is trusted")
  func newAccount() throws {
    for verified in [true, false] {
      let identity = Fixture.identity(email: "a@example.com", verified: verified, name: "Ada")
      let acceptance = try #require(Fixture.decide(identity).acceptance)
      #expect(acceptance.rule == .newAccount)
      #expect(acceptance.isNew && !acceptance.revokesSessions && !acceptance.emailIsRecycled)
      #expect(acceptance.account.email?.text == "a@example.com")
      #expect(acceptance.account.emailVerified == verified)
      #expect(acceptance.account.displayName == "Ada")
      #expect(acceptance.account.createdAt == Fixture.now)
      #expect(acceptance.account.lastLoginAt == Fixture.now)
      #expect(acceptance.account.links.map(\.rawID) == ["1"])
    }
  }

  @Test("where it may make none it is USER_NOT_FOUND")
  func mayNotCreate() {
    #expect(Fixture.decide(Fixture.identity(), mayCreate: false) == .refuse(.userNotFound))
    let owner = Fixture.account("owner", links: [("apple.com", "1")])
    #expect(Fixture.decide(Fixture.identity(), owner: owner, mayCreate: false).ruleName == "returning")
  }

  @Test("a known identity returns to its account, whatever address it now has")
  func returning() throws {
    let owner = Fixture.account(
      "owner", email: "old@example.com", links: [("apple.com", "1"), ("github.com", "9")])
    let other = Fixture.account("other", email: "a@example.com", verified: true)
    let acceptance = try #require(
      Fixture.decide(
        Fixture.identity(email: "a@example.com", verified: true), owner: owner, emailOwner: other
      )
      .acceptance)
    #expect(acceptance.rule == .returning)
    #expect(acceptance.account.id.rawValue == "owner")
    #expect(acceptance.account.email?.text == "old@example.com")
    #expect(acceptance.account.emailVerified == false)
    #expect(acceptance.account.link("apple.com")?.email == "a@example.com")
    #expect(acceptance.account.link("github.com")?.rawID == "9")
    #expect(!acceptance.revokesSessions)
  }

  @Test("a trusted provider proves the account's own address when it says the same one")
  func provesOwnAddress() throws {
    let owner = Fixture.account("owner", email: "a@example.com", links: [("apple.com", "1")])
    for (verified, email) in [(true, "a@example.com"), (false, "a@example.com"), (true, "b@example.com")] {
      let acceptance = try #require(
        Fixture.decide(Fixture.identity(email: email, verified: verified), owner: owner, emailOwner: owner)
          .acceptance)
      #expect(acceptance.account.emailVerified == (verified && email == "a@example.com"))
    }
  }

  @Test("an address that the provider does not prove merges nothing: the user has to confirm")
  func needConfirmation() {
    let owner = Fixture.account("owner", email: "a@example.com", verified: true, links: [("google.com", "7")])
    let identities = [
      Fixture.identity("facebook.com", email: "a@example.com", verified: true),
      Fixture.identity("github.com", email: "a@example.com", verified: true),
      Fixture.identity("apple.com", email: "a@example.com", verified: false),
      Fixture.identity("oidc.x", email: "a@example.com", verified: false),
    ]
    for identity in identities {
      let decision = Fixture.decide(identity, emailOwner: owner)
      #expect(
        decision == .needConfirmation(account: owner, providers: ["google.com"]), "\(identity.providerID)")
      #expect(decision.ruleName == "needConfirmation")
    }
  }

  @Test("a proven address joins an account that proved it, which keeps what it has")
  func merged() throws {
    var owner = Fixture.account(
      "owner", email: "a@example.com", verified: true, links: [("facebook.com", "3")])
    owner.displayName = "Own Name"
    owner.phoneNumber = "+1555"
    owner.password = PasswordHash(
      algorithm: .firebaseScrypt(signerKey: [], saltSeparator: [], rounds: 8, memoryCost: 14), salt: [2],
      hash: [1])
    let acceptance = try #require(
      Fixture.decide(
        Fixture.identity(email: "a@example.com", verified: true, name: "Other"), emailOwner: owner
      ).acceptance)
    #expect(acceptance.rule == .mergedByVerifiedEmail)
    #expect(!acceptance.revokesSessions && !acceptance.emailIsRecycled && !acceptance.isNew)
    #expect(acceptance.account.links.map(\.providerID) == ["facebook.com", "apple.com"])
    #expect(acceptance.account.password != nil && acceptance.account.phoneNumber == "+1555")
    #expect(acceptance.account.displayName == "Own Name")
    #expect(acceptance.account.tokenEpoch == owner.tokenEpoch)
  }

  @Test("a proven address takes over an account that never proved it, and keeps nothing of the old owner")
  func tookOver() throws {
    var owner = Fixture.account(
      "owner", email: "a@example.com", links: [("facebook.com", "3"), ("github.com", "4")])
    owner.displayName = "Squatter"
    owner.photoURL = "https://squat.example/p"
    owner.phoneNumber = "+1555"
    owner.password = PasswordHash(
      algorithm: .firebaseScrypt(signerKey: [], saltSeparator: [], rounds: 8, memoryCost: 14), salt: [2],
      hash: [1])
    owner.passwordUpdatedAt = Instant(seconds: 1)
    owner.factors = [
      EnrolledFactor(
        enrollmentID: "f", kind: .phone(number: "+1555"), displayName: nil, enrolledAt: Instant(seconds: 1))
    ]
    let acceptance = try #require(
      Fixture.decide(
        Fixture.identity(email: "a@example.com", verified: true, name: "Owner"), emailOwner: owner
      ).acceptance)
    #expect(acceptance.rule == .tookOverUnverifiedEmail)
    #expect(acceptance.revokesSessions)
    let account = acceptance.account
    #expect(account.id == owner.id)
    #expect(account.links.map(\.providerID) == ["apple.com"])
    #expect(account.password == nil && account.passwordUpdatedAt == nil)
    #expect(account.phoneNumber == nil)
    // They are still asked for: see Account.takeOver(now:).
    #expect(account.factors == owner.factors)
    #expect(account.displayName == "Owner" && account.photoURL == nil)
    #expect(account.emailVerified)
    #expect(account.tokenEpoch == owner.tokenEpoch + 1)
    #expect(account.validSince == Fixture.now)
  }

  @Test("an address that the provider gave to another of its users leaves the former one no way back")
  func recycled() throws {
    var owner = Fixture.account(
      "owner", email: "a@example.com", verified: true,
      links: [("apple.com", "former"), ("github.com", "former")])
    owner.phoneNumber = "+15555550100"
    let acceptance = try #require(
      Fixture.decide(
        Fixture.identity("apple.com", "latter", email: "a@example.com", verified: true), emailOwner: owner
      )
      .acceptance)
    #expect(acceptance.emailIsRecycled && acceptance.revokesSessions)
    #expect(acceptance.rule == .tookOverRecycledEmail)
    #expect(acceptance.account.links.map(\.rawID) == ["latter"])
    #expect(acceptance.account.phoneNumber == nil)
    #expect(acceptance.account.tokenEpoch == owner.tokenEpoch + 1)
  }

  @Test("a disabled account is refused by every way in")
  func disabled() {
    let linked = Fixture.account(
      "owner", email: "a@example.com", verified: true, links: [("apple.com", "1")], disabled: true)
    let identity = Fixture.identity(email: "a@example.com", verified: true)
    #expect(Fixture.decide(identity, owner: linked) == .refuse(.userDisabled))
    #expect(Fixture.decide(identity, emailOwner: linked) == .refuse(.userDisabled))
    #expect(Fixture.decide(identity, current: linked) == .refuse(.userDisabled))
  }

  @Test("several accounts per address: the address of an identity is nobody's business but its link's")
  func duplicates() throws {
    let owner = Fixture.account("owner", email: "a@example.com", verified: true)
    let acceptance = try #require(
      Fixture.decide(
        Fixture.identity(email: "a@example.com", verified: true), emailOwner: owner, duplicates: true
      )
      .acceptance)
    #expect(acceptance.rule == .newAccount)
    #expect(acceptance.account.email == nil)
    #expect(acceptance.account.link("apple.com")?.email == "a@example.com")
  }

  // MARK: Linking

  @Test("linking adds the identity; an account without an address takes the identity's")
  func link() throws {
    let anonymous = Fixture.account("me")
    let identity = Fixture.identity("github.com", "4", email: "a@example.com", verified: true, name: "Ada")
    let first = try #require(Fixture.decide(identity, current: anonymous).acceptance)
    #expect(first.rule == .linked)
    #expect(first.account.email?.text == "a@example.com")
    #expect(first.account.emailVerified == false)
    #expect(first.account.displayName == "Ada")
    let named = Fixture.account("me", email: "me@example.com", verified: true)
    let second = try #require(Fixture.decide(identity, current: named).acceptance)
    #expect(second.account.email?.text == "me@example.com")
    #expect(second.account.emailVerified)
    let many = try #require(Fixture.decide(identity, current: anonymous, duplicates: true).acceptance)
    #expect(many.account.email == nil)
  }

  @Test("linking an identity that anybody has, also oneself, is FEDERATED_USER_ID_ALREADY_LINKED")
  func alreadyLinked() {
    let me = Fixture.account("me", links: [("apple.com", "1")])
    let other = Fixture.account("other", links: [("apple.com", "1")])
    #expect(
      Fixture.decide(Fixture.identity(), owner: other, current: Fixture.account("me"))
        == .refuse(.alreadyLinked))
    #expect(Fixture.decide(Fixture.identity(), owner: me, current: me) == .refuse(.alreadyLinked))
  }

  @Test("a second identity of one provider is PROVIDER_ALREADY_LINKED")
  func providerAlreadyLinked() {
    let me = Fixture.account("me", links: [("apple.com", "1")])
    #expect(
      Fixture.decide(Fixture.identity("apple.com", "2"), current: me) == .refuse(.providerAlreadyLinked))
  }

  @Test("linking an identity with another account's address is EMAIL_EXISTS, unless several may have it")
  func emailExists() {
    let me = Fixture.account("me", email: "me@example.com")
    let other = Fixture.account("other", email: "a@example.com")
    let identity = Fixture.identity(email: "a@example.com", verified: true)
    #expect(Fixture.decide(identity, emailOwner: other, current: me) == .refuse(.emailExists))
    #expect(Fixture.decide(identity, emailOwner: other, current: me, duplicates: true).ruleName == "linked")
    let mine = Fixture.identity(email: "me@example.com", verified: true)
    #expect(Fixture.decide(mine, emailOwner: me, current: me).acceptance?.account.emailVerified == true)
  }

  // MARK: Words

  @Test("refusals have the protocol's codes; a credential comes back with conflicts alone")
  func codes() {
    let codes: [LinkRefusal: String] = [
      .userDisabled: "USER_DISABLED", .userNotFound: "USER_NOT_FOUND",
      .alreadyLinked: "FEDERATED_USER_ID_ALREADY_LINKED", .providerAlreadyLinked: "PROVIDER_ALREADY_LINKED",
      .emailExists: "EMAIL_EXISTS",
    ]
    for refusal in LinkRefusal.allCases {
      #expect(refusal.name.rawValue == codes[refusal])
      #expect(!refusal.explanation.isEmpty)
    }
    #expect(LinkRefusal.allCases.filter(\.returnsCredential) == [.alreadyLinked, .emailExists])
    for rule in LinkRule.allCases { #expect(!rule.explanation.isEmpty) }
  }

  @Test("a sign-in without a name, picture or address erases none that is known")
  func nothingIsErased() throws {
    var owner = Fixture.account("owner", email: "a@example.com", verified: true)
    owner.displayName = "Ada"
    owner.photoURL = "https://a.example/p"
    owner.links = [
      ProviderLink(
        providerID: "apple.com", rawID: "1", email: "a@example.com", displayName: "Ada",
        photoURL: "https://a.example/p", screenName: "ada")
    ]
    let acceptance = try #require(Fixture.decide(Fixture.identity(), owner: owner).acceptance)
    #expect(acceptance.account.displayName == "Ada")
    #expect(acceptance.account.photoURL == "https://a.example/p")
    #expect(acceptance.account.email == owner.email && acceptance.account.emailVerified)
    let link = try #require(acceptance.account.link("apple.com"))
    #expect(link.displayName == "Ada" && link.screenName == "ada" && link.email == "a@example.com")
    #expect(link.photoURL == "https://a.example/p")
  }
}
