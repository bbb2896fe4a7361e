import Identity
import Testing

@Suite("Required second factors")
struct FactorRequirementTests {
  private static let now = Instant(seconds: 1_800_000_000)

  private static func account() throws -> Account {
    let id = try #require(AccountID(rawValue: "ada"))
    let project = try #require(ProjectID(rawValue: "example"))
    return Account(id: id, scope: Scope(project: project), createdAt: now)
  }

  private static let required = SecondFactorPolicy.required(passkeysFor: nil)

  private static let phone = EnrolledFactor(
    enrollmentID: "one", kind: .phone(number: "+15555550100"), displayName: nil, enrolledAt: now)

  private static func signIn(by provider: String, to account: Account) -> ProvedSignIn {
    ProvedSignIn(account: account, facts: SignInFacts(provider: provider), method: provider)
  }

  @Test("the end of the grace period is the first moment that requires a factor")
  func gracePeriod() {
    var settings = MultiFactorSettings()
    settings.mandatoryFrom = Self.now
    for state in [MultiFactorSettings.State.disabled, .enabled] {
      settings.state = state
      #expect(!settings.requiresFactor(now: Self.now))
    }
    settings.state = .mandatory
    #expect(!settings.requiresFactor(now: Self.now.adding(seconds: -1)))
    #expect(settings.requiresFactor(now: Self.now))
    settings.mandatoryFrom = nil
    #expect(settings.requiresFactor(now: Instant(seconds: 0)))
  }

  // Fails when a way in without second factors is offered to enrol one.
  @Test("who may enrol is told so, and nobody else; whoever has a factor is asked for it instead")
  func missing() throws {
    var account = try Self.account()
    for provider in ["password", "google.com", "passkey", "saml.x"] {
      #expect(Self.signIn(by: provider, to: account).missingFactor(Self.required) == .enrolment)
      #expect(Self.signIn(by: provider, to: account).missingFactor(.optional) == nil)
    }
    for provider in ["phone", "custom", "anonymous", "gc.apple.com"] {
      #expect(Self.signIn(by: provider, to: account).missingFactor(Self.required) == .otherFirstFactor)
    }
    account.factors = [Self.phone]
    let asked = Self.signIn(by: "password", to: account)
    #expect(asked.missingFactor(Self.required) == nil && asked.needsSecondFactor(Self.required))
  }

  // Fails when a revocation, a factor, or another account under the same id leaves the credential good (each alone).
  @Test("an enrolment credential ends with a revocation, with a factor, and with its account")
  func credential() throws {
    let account = try Self.account()
    let begunAt = Self.now.adding(seconds: 10)
    let credential = FactorEnrolmentCredential(
      for: account, SignInFacts(provider: "password"), authenticatedAt: begunAt, begunAt: begunAt)
    #expect(try credential.session(of: account, Self.required).authenticatedAt == begunAt)
    var revoked = account
    revoked.tokenEpoch += 1
    var enrolled = account
    enrolled.factors = [Self.phone]
    let another = Account(id: account.id, scope: account.scope, createdAt: begunAt.adding(seconds: 1))
    for changed in [revoked, enrolled, another] {
      let error = #expect(throws: IdentityError.self) { try credential.session(of: changed, Self.required) }
      #expect(error?.refusal == .invalidMFAPendingCredential)
    }
  }

  // Fails when the last factor leaves the codes behind, and when an account without one gets some (each alone).
  @Test("an account without factors has no recovery codes")
  func codesGo() throws {
    var account = try Self.account()
    let codes = RecoveryCodes(sealedKey: [], hashes: ["a", "b"], madeAt: Self.now)
    account.recoveryCodes = codes
    #expect(account.recoveryCodes == nil)
    account.factors.append(Self.phone)
    account.recoveryCodes = codes
    #expect(account.recoveryCodes == codes)
    account.factors.removeAll()
    #expect(account.recoveryCodes == nil)
  }

  @Test("a code is used up, and another stays")
  func use() {
    var codes = RecoveryCodes(sealedKey: [], hashes: ["a", "b"], madeAt: Self.now)
    #expect(!codes.use("c", isEqual: ==) && codes.hashes == ["a", "b"])
    #expect(codes.use("a", isEqual: ==) && codes.hashes == ["b"])
    let isGoodTwice = codes.use("a", isEqual: ==)
    #expect(!isGoodTwice)
  }
}
