import Testing

@testable import Identity

@Suite("Passkeys as required second factors")
struct PasskeyAsSecondFactorTests {
  private static let rpID = "example.com"
  private static let required = SecondFactorPolicy.required(passkeysFor: rpID)
  private static let email = "a@example.com"

  private static func passkey(_ id: UInt8 = 1, rpID: String = Self.rpID, isMadeUp: Bool = false) -> Passkey {
    Passkey(
      credentialID: [id], publicKey: isMadeUp ? [] : [1], signCount: 0, isBackupEligible: true,
      isBackedUp: true, aaguid: [UInt8](repeating: 0, count: 16), name: "passkey", rpID: rpID,
      userHandle: [1], createdAt: Fixture.now)
  }

  private static func factor(_ id: String = "one") -> EnrolledFactor {
    EnrolledFactor(
      enrollmentID: id, kind: .phone(number: "+15555550100"), displayName: nil, enrolledAt: Fixture.now)
  }

  private static func account(_ passkeys: [Passkey] = [Self.passkey()], _ factors: [EnrolledFactor] = [])
    -> Account
  {
    var account = Fixture.account("a", email: email, verified: true)
    account.passkeys = passkeys
    account.factors = factors
    return account
  }

  /// A recent session that proved the password, and a second factor or none.
  private static func session(of account: Account, provesFactor: Bool) -> UserSession {
    var facts = SignInFacts(provider: "password")
    facts.secondFactor = provesFactor ? passkey().fact : nil
    return UserSession(
      accountID: account.id, scope: account.scope, authenticatedAt: Fixture.now, issuedAt: Fixture.now,
      signIn: facts, tokenEpoch: account.tokenEpoch)
  }

  // Fails when hasSecondFactor ignores the requirement, the RP ID or the missing key (each alone).
  @Test("a passkey is a second factor only where one is required, and only if its user can sign in with it")
  func table() {
    let made = Self.passkey(isMadeUp: true)
    let stranded = Self.passkey(rpID: "other.example")
    for (passkeys, policy, isFactor) in [
      ([Self.passkey()], Self.required, true), ([Self.passkey()], .optional, false),
      ([Self.passkey()], .required(passkeysFor: nil), false), ([made], Self.required, false),
      ([stranded], Self.required, false), ([stranded, Self.passkey()], Self.required, true),
      ([], Self.required, false),
    ] as [([Passkey], SecondFactorPolicy, Bool)] {
      #expect(Self.account(passkeys).hasSecondFactor(policy) == isFactor, "\(passkeys.count) \(policy)")
      #expect(Self.account(passkeys, [Self.factor()]).hasSecondFactor(policy), "\(policy)")
    }
  }

  // Fails when missingFactor asks for enrolled factors only.
  @Test("who has such a passkey is asked for it, and enrols nothing with the first factor alone")
  func askedFor() {
    for provider in ["password", "google.com", "saml.x", "custom", "phone"] {
      let signIn = ProvedSignIn(
        account: Self.account(), facts: SignInFacts(provider: provider), method: provider)
      #expect(signIn.missingFactor(Self.required) == nil, "\(provider)")
      #expect(signIn.needsSecondFactor(Self.required) && !signIn.needsSecondFactor(.optional), "\(provider)")
    }
  }

  @Test("a sign-in with such a passkey proves both factors")
  func passkeyAlone() {
    let account = Self.account()
    let both = ProvedSignIn.signIn(by: Self.passkey(), to: account, isTwoFactors: true, Self.required)
    #expect(both.rule == .bothFactors && !both.signIn.needsSecondFactor(Self.required))
    let optional = ProvedSignIn.signIn(by: Self.passkey(), to: account, isTwoFactors: true, .optional)
    #expect(optional.rule == .onlyFactor)
    let unverified = ProvedSignIn.signIn(by: Self.passkey(), to: account, isTwoFactors: false, Self.required)
    #expect(unverified.rule == .firstFactor && unverified.signIn.needsSecondFactor(Self.required))
  }

  // Fails when requireValid asks for enrolled factors only.
  @Test("a session that proved one factor of the two may not even enrol another")
  func sessions() throws {
    let account = Self.account()
    let session = Self.session(of: account, provesFactor: false)
    for mayLackFactor in [true, false] {
      let error = #expect(throws: IdentityError.self) {
        try session.requireValid(
          for: account, secondFactors: Self.required, mayLackFactor: mayLackFactor)
      }
      #expect(error?.refusal == .tokenExpired)
    }
    try session.requireValid(for: account, secondFactors: .optional)
    try session.requireValid(for: Self.account([]), secondFactors: Self.required, mayLackFactor: true)
    try Self.session(of: account, provesFactor: true).requireValid(
      for: account, secondFactors: Self.required)
  }

  // Fails when FactorEnrolmentCredential asks for enrolled factors only.
  @Test("an enrolment credential ends with such a passkey")
  func credential() throws {
    let credential = FactorEnrolmentCredential(
      for: Self.account([]), SignInFacts(provider: "password"), authenticatedAt: Fixture.now,
      begunAt: Fixture.now)
    _ = try credential.session(of: Self.account([]), Self.required)
    let error = #expect(throws: IdentityError.self) {
      try credential.session(of: Self.account(), Self.required)
    }
    #expect(error?.refusal == .invalidMFAPendingCredential)
  }

  @Test("a phone number is no first factor of an account with such a passkey")
  func phone() throws {
    var account = Self.account()
    account.phoneNumber = "+15555550101"
    func decide(_ policy: SecondFactorPolicy) throws(IdentityError) {
      _ = try PhoneSignInDecision.decide(
        "+15555550101", current: nil, owner: account, isByTemporaryProof: false, mayMakeAccount: true,
        usersMaySignUp: true, secondFactors: policy, in: account.scope, newID: account.id, now: Fixture.now)
    }
    try decide(.optional)
    let error = #expect(throws: IdentityError.self) { try decide(Self.required) }
    #expect(error?.refusal == .unsupportedFirstFactor)
  }

  // Fails when withdrawal and AccountUpdate count enrolled factors only (each alone).
  @Test("the last second factor stays, of whichever kind, and an administrator may remove it")
  func removal() throws {
    func withdraw(_ account: Account) throws(IdentityError) -> SecondFactorChange {
      try SecondFactorChange.withdrawal(
        of: "one", by: Self.session(of: account, provesFactor: true), from: account,
        secondFactors: Self.required, now: Fixture.now)
    }
    func removePasskey(_ account: Account, byUser: Bool = true) throws(IdentityError) -> Account {
      var change = AccountChange()
      change.removedPasskeys = [Self.passkey().clientID]
      if !byUser { change.administration = .init() }
      return try AccountUpdate(
        change, of: account, by: byUser ? Self.session(of: account, provesFactor: true) : nil,
        emailOwner: nil, secondFactors: Self.required, now: Fixture.now
      ).account
    }
    let withdrawn = try withdraw(Self.account([Self.passkey()], [Self.factor()]))
    #expect(withdrawn.account.factors.isEmpty && withdrawn.facts.secondFactor != nil)
    #expect(try removePasskey(Self.account([Self.passkey()], [Self.factor()])).passkeys.isEmpty)
    #expect(try removePasskey(Self.account([Self.passkey(), Self.passkey(2)])).passkeys.count == 1)
    let errors = [
      #expect(throws: IdentityError.self) { try withdraw(Self.account([], [Self.factor()])) },
      #expect(throws: IdentityError.self) { try removePasskey(Self.account()) },
    ]
    #expect(errors.map { $0?.refusal } == [.operationNotAllowed, .operationNotAllowed])
    #expect(try removePasskey(Self.account(), byUser: false).passkeys.isEmpty)
  }

  // Fails when requireVerifiedEmail counts enrolled factors only.
  @Test("a user with such a passkey gets no unverified address, which would give the account to a stranger")
  func unverifiedAddress() throws {
    let account = Self.account()
    func move(_ policy: SecondFactorPolicy, byUser: Bool = true) throws(IdentityError) {
      var change = AccountChange()
      change.email = EmailAddress("typo@example.com")
      if !byUser { change.administration = .init() }
      _ = try AccountUpdate(
        change, of: account, by: byUser ? Self.session(of: account, provesFactor: true) : nil,
        emailOwner: nil, secondFactors: policy, now: Fixture.now)
    }
    try move(.optional)
    try move(Self.required, byUser: false)
    let error = #expect(throws: IdentityError.self) { try move(Self.required) }
    #expect(error?.refusal == .emailChangeNeedsVerification)
  }

  // Fails when a recovery drops the last second factor, when it keeps a passkey beside another one, when it keeps one that
  // was added after the change, and when that account stays open (each alone).
  @Test(
    "a recovered address keeps the last second factor, however young, unless it was added after the change")
  func recovery() throws {
    let young = Self.passkey(2)
    for (before, factors, policy, isThiefs, kept) in [
      ([], [], Self.required, false, [young]), ([], [], .optional, false, []),
      ([Self.passkey()], [], Self.required, false, [Self.passkey()]),
      ([], [Self.factor()], Self.required, false, []), ([], [], Self.required, true, []),
      ([], [], .optional, true, []), ([Self.passkey()], [], Self.required, true, [Self.passkey()]),
      ([], [Self.factor()], Self.required, true, []),
    ] as [([Passkey], [EnrolledFactor], SecondFactorPolicy, Bool, [Passkey])] {
      var account = Self.account(before + [young], factors)
      var change = EmailChange(id: "1", wasVerified: true, expiresAt: Fixture.now)
      change.waysBefore = account.ways
      change.passkeysBefore = before.map(\.id)
      change.passkeysAtChange = isThiefs ? before.map(\.id) : account.passkeys.map(\.id)
      account.emailChanges = [change]
      let email = try #require(EmailAddress("former@example.com"))
      let decision = try AddressDecision.recovery(
        of: account, to: email, undoing: change, holder: nil, secondFactors: policy, now: Fixture.now)
      let name = "\(before.count) \(factors.count) \(policy) \(isThiefs)"
      #expect(decision.account.passkeys == kept, "\(name)")
      let isLeftWithOne = policy == .optional || !kept.isEmpty || !factors.isEmpty
      #expect(decision.account.disabled == !isLeftWithOne, "\(name)")
      #expect(decision.account.factors == factors)
    }
  }

  // Fails when a take-over of a verified address drops the last second factor, and when one of an unverified address
  // keeps it (each alone).
  @Test(
    "a new owner of a verified address has to prove the passkey, and one of an unverified address does not")
  func takeOver() throws {
    let identity = Fixture.identity("google.com", "8", email: "a@gmail.com", verified: true)
    for (isVerified, policy, passkeys) in [
      (true, Self.required, 1), (true, .optional, 0), (false, Self.required, 0),
    ] as [(Bool, SecondFactorPolicy, Int)] {
      var account = Fixture.account(
        "a", email: "a@gmail.com", verified: isVerified, links: [("google.com", "7")])
      account.passkeys = [Self.passkey()]
      let acceptance = try #require(
        Fixture.decide(identity, emailOwner: account, secondFactors: policy).acceptance)
      #expect(acceptance.emailIsRecycled && acceptance.account.links.map(\.rawID) == ["8"])
      #expect(acceptance.account.passkeys.count == passkeys, "\(isVerified) \(policy)")
    }
  }
}
