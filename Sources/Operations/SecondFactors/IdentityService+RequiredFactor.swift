import Identity
import IdentityWire

/// A user who enrols a second factor, and the session or credential that authenticates them.
struct Enrollee: Sendable {
  var session: UserSession
  var account: Account
  /// The time at which an enrolment credential began the enrolment; nil for now.
  var begunAt: Instant?
  /// The redemption of the enrolment credential.
  var consumption: StoreWrite?
}

extension IdentityService {
  /// Ends the sign-in of a user who must first enrol a second factor. Writes the result of the first factor, such as
  /// a new account, but issues no tokens. The error's text contains a link to the enrolment page, because official
  /// SDKs show users only that text.
  func enrolmentRefusal(of signIn: ProvedSignIn, _ caller: Caller, alsoWriting extra: [StoreWrite])
    async throws -> IdentityError
  {
    let now = clock.now()
    let account = signIn.account
    let authenticatedAt = account.authenticatedAt(
      signingInBy: signIn.facts.provider, caller.project.sessions, now: now)
    let minted = try vault.mint(
      FactorEnrolmentCredential(
        for: account, signIn.facts, authenticatedAt: authenticatedAt, begunAt: now),
      for: .factorEnrolment, scope: caller.scope, now: now,
      expiresAt: now.adding(seconds: FactorEnrolmentCredential.lifetime))
    // Throws before anything is written if the link cannot be made.
    let link = try caller.links.enrolmentPage(minted.token.text, caller)
    let notices = notices(of: signIn, caller)
    try await store.apply(
      extra + signIn.proofs(now: now) + [minted.write] + notices.flatMap(\.writes))
    for notice in notices { await notify(notice) }
    return .refused(.operationNotAllowed, "Set up two-step sign-in, then sign in again: \(link)")
      .because("a second factor is required, and the user has none")
  }

  static func refusal(of missing: FactorRequirement) -> IdentityError {
    switch missing {
    case .endedSession:
      .refused(.tokenExpired).because("a second factor is required, and the session has none")
    case .enrolment, .otherFirstFactor:
      .refused(.operationNotAllowed, "A second factor is required, which this way to sign in cannot have.")
    }
  }

  /// Returns the user of an enrolment credential.
  func enrollee(_ credential: String, _ caller: Caller) async throws(IdentityError) -> Enrollee {
    let now = clock.now()
    guard
      let (payload, _, consumption) = try await vault.read(
        FactorEnrolmentCredential.self, credential, for: .factorEnrolment, scope: caller.scope, now: now)
    else { throw .refused(.invalidMFAPendingCredential) }
    let found = try await storing { () async throws(StoreError) in
      try await store.account(payload.accountID, in: caller.scope)
    }
    guard let account = found else { throw .refused(.invalidMFAPendingCredential) }
    AuditContext.current.trail?.noteAuthenticated(account.id)
    if account.disabled { throw .refused(.userDisabled) }
    return Enrollee(
      session: try payload.session(of: account, caller.secondFactorPolicy(now: now)), account: account,
      begunAt: payload.begunAt,
      consumption: consumption)
  }

  /// Returns the address that a user must verify before they enrol a second factor; nil if it is verified.
  ///
  /// - Throws: `INVALID_MFA_PENDING_CREDENTIAL`, `USER_DISABLED`.
  public func addressToVerify(beforeEnrolmentBy credential: String, _ caller: Caller)
    async throws(IdentityError)
    -> String?
  {
    let account = try await enrollee(credential, caller).account
    return account.emailVerified ? nil : account.email?.text ?? ""
  }

  /// Mails the user of an enrolment credential the link that verifies their address.
  ///
  /// The project's function is asked and the mail is counted, as with ``sendOobCode(_:_:)``.
  ///
  /// - Throws: `INVALID_MFA_PENDING_CREDENTIAL`, `USER_DISABLED`; the errors of ``sendOobCode(_:_:)``.
  public func verifyAddress(beforeEnrolmentBy credential: String, _ caller: Caller)
    async throws(IdentityError)
  {
    let account = try await enrollee(credential, caller).account
    try requireDelivery(by: .mail, for: caller.project)
    try await count(mailRequest(caller, now: clock.now()))
    let code = try MailedCode.verification(of: account, now: clock.now())
    let tries = try await consult(about: code, caller)
    let mail = try prepareMail(
      code.code, to: code.recipient, delivery: .sent, counting: tries, displayName: code.displayName, caller)
    try await send(mail)
  }
}
