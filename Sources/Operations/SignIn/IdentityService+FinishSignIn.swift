import Identity
import IdentityWire
import Secrets
import Tokens

/// The outcome of a proved first factor.
enum SignInResult: Sendable {
  case signedIn(Account, SignInTokens)
  /// The account has a second factor. It must be proved before tokens are issued.
  case secondFactorRequired(Account, SecondFactorChallenge)

  var account: Account {
    switch self {
    case .signedIn(let account, _), .secondFactorRequired(let account, _): account
    }
  }

  var tokens: SignInTokens? {
    if case .signedIn(_, let tokens) = self { tokens } else { nil }
  }

  var challenge: SecondFactorChallenge? {
    if case .secondFactorRequired(_, let challenge) = self { challenge } else { nil }
  }
}

struct SecondFactorChallenge: Sendable {
  /// An opaque token that is short-lived and can be redeemed once.
  var pendingCredential: String
  var factors: [MfaEnrollment]
}

extension IdentityService {
  /// Completes a proved first factor. Every sign-in gets its tokens from this method. It calls the project's
  /// functions, requests the second factor if there is one, and writes everything in one transaction.
  ///
  /// - Parameter extra: written together with the redemption of the evidence, for every outcome.
  ///
  /// - Throws: `OPERATION_NOT_ALLOWED` for a user without a required second factor, `USER_DISABLED`,
  ///   `BLOCKING_FUNCTION_ERROR_RESPONSE`; a ``StoreError`` for ``retryingConflicts(_:)``.
  func finish(
    _ signIn: ProvedSignIn, _ caller: Caller, alsoWriting extra: [StoreWrite] = []
  ) async throws -> SignInResult {
    var signIn = signIn
    var extra = extra
    try signIn.admit(
      linking: caller.linkingPolicy, maySignUp: caller.maySignUp, now: clock.now())
    let secondFactors = caller.secondFactorPolicy(now: clock.now())
    let missing = signIn.missingFactor(secondFactors)
    // Do not create an account that could never sign in.
    if let missing, missing != .enrolment { throw Self.refusal(of: missing) }
    if signIn.isToBeCounted {
      let tries = try await newAccount(caller, now: clock.now())
      // Counted now, because calling a function costs its operator money even if the sign-in fails.
      let functions = caller.project.blockingFunctions
      let isAsked =
        signIn.method != nil && (functions[.beforeCreate] != nil || functions[.beforeSignIn] != nil)
      if isAsked { try await store.apply(tries) } else { extra = tries + extra }
    }
    if signIn.makesUser { try await consult(.beforeCreate, about: &signIn, caller, alsoWriting: extra) }
    if missing == .enrolment { throw try await enrolmentRefusal(of: signIn, caller, alsoWriting: extra) }
    if signIn.needsSecondFactor(secondFactors) {
      return try await challenge(signIn, secondFactors, caller, alsoWriting: extra)
    }
    if signIn.method != nil { try await consult(.beforeSignIn, about: &signIn, caller, alsoWriting: extra) }
    let now = clock.now()
    let authenticatedAt = signIn.complete(caller.project.sessions, now: now)
    let session = try await openSession(
      for: signIn.account, signIn.facts, in: caller.project, from: caller.client,
      continuing: signIn.continued,
      authenticatedAt: authenticatedAt, now: now)
    let notices = notices(of: signIn, caller)
    try await store.apply(extra + signIn.writes(now: now) + session.writes + notices.flatMap(\.writes))
    for notice in notices { await notify(notice) }
    if signIn.isNew {
      let way = signIn.method ?? signIn.facts.provider
      activity.count(Activity(.signUp, by: way, .success), in: caller.scope)
    }
    return .signedIn(signIn.account, session.tokens)
  }

  private func challenge(
    _ signIn: ProvedSignIn, _ policy: SecondFactorPolicy, _ caller: Caller, alsoWriting extra: [StoreWrite]
  ) async throws -> SignInResult {
    let now = clock.now()
    let minted = try vault.mint(
      signIn.pending, for: .mfaPendingCredential, scope: caller.scope, now: now,
      expiresAt: now.adding(seconds: MFAPendingCredential.lifetime))
    try await store.apply(signIn.consumptions + [minted.write] + extra)
    return .secondFactorRequired(
      signIn.account,
      SecondFactorChallenge(
        pendingCredential: minted.token.text,
        factors: MfaEnrollment.list(of: signIn.account, policy)))
  }

  /// Makes notices of changes. A user who takes over an account must not learn its former data, which belonged to
  /// another person.
  func notices(of signIn: ProvedSignIn, _ caller: Caller) -> [PreparedMail] {
    signIn.stored.map { signInNotices(of: signIn.noticeableChanges, of: $0, caller) } ?? []
  }

  /// Asks a project's function, if there is one, and applies its changes to the sign-in.
  ///
  /// - Parameter extra: written with an account that the function disables.
  func consult(
    _ event: BlockingFunctions.Event, about signIn: inout ProvedSignIn, _ caller: Caller,
    alsoWriting extra: [StoreWrite] = []
  ) async throws {
    guard let trigger = caller.project.blockingFunctions[event], let method = signIn.method else { return }
    let results = BlockingFunctionResults.current ?? BlockingFunctionResults()
    let call = BlockingFunctionCall(
      event: event, eventID: results.eventID(of: event, random), functionURI: trigger.functionURI,
      project: caller.project, account: signIn.account, method: method, facts: signIn.facts,
      identity: signIn.identity, client: caller.client, now: clock.now())
    guard let answer = try await results.answer(to: call, by: functions) else { return }
    try answer.apply(to: &signIn.account)
    if event == .beforeSignIn, answer.mask.contains(.sessionClaims), let claims = answer.sessionClaims {
      try CustomClaims.check(JSONWriter.text(.object(claims)))
      signIn.facts.additionalClaims.merge(claims) { _, new in new }
    }
    guard signIn.account.disabled else { return }
    // Store the account as the function changed it, but refuse the sign-in.
    try await store.apply(extra + signIn.writes(now: clock.now()))
    throw IdentityError.refused(.userDisabled)
  }
}

extension BlockingFunctionAnswer {
  /// Applies the fields of the mask. For an account without an address, ignores the field that says whether the address
  /// is verified.
  ///
  /// - Throws: `CLAIMS_TOO_LARGE`, `FORBIDDEN_CLAIM`, `INVALID_ARGUMENT` for a profile that is too long.
  fileprivate func apply(to account: inout Account) throws(IdentityError) {
    try IdentityService.checkProfile(displayName: displayName, photoURL: photoURL)
    if mask.contains(.displayName) { account.displayName = displayName }
    if mask.contains(.photoURL) { account.photoURL = photoURL }
    if mask.contains(.disabled) { account.disabled = disabled ?? false }
    if mask.contains(.emailVerified), account.email != nil { account.emailVerified = emailVerified ?? false }
    guard mask.contains(.customClaims) else { return }
    if let customClaims { try CustomClaims.check(customClaims) }
    account.customAttributes = customClaims
  }
}

extension MfaEnrollment {
  /// Lists the second factors to a client that has proved only the first factor. Passkeys are listed only if there is
  /// no factor that official SDKs know.
  fileprivate static func list(of account: Account, _ policy: SecondFactorPolicy) -> [MfaEnrollment] {
    account.factors.isEmpty
      ? account.passkeysAsSecondFactors(policy).map { MfaEnrollment(naming: $0) }
      : account.factors.map { MfaEnrollment(obfuscating: $0) }
  }

  /// Asks the user, in words, for a passkey. Official SDKs refuse or ignore kinds that they do not know, so the entry
  /// also looks like an authenticator app, whose name they show.
  private init(naming passkey: Passkey) {
    self.init(mfaEnrollmentId: passkey.fact.enrollmentID)
    displayName = "Sign in with your passkey “\(passkey.name)”"
    enrolledAt = passkey.createdAt.iso8601
    totpInfo = TotpInfo()
    passkeyInfo = EmptyMessage()
  }

  /// Describes a factor to a client that has proved only the first factor: only the last four digits of a number are
  /// shown.
  init(obfuscating factor: EnrolledFactor) {
    self.init(factor)
    if let number = phoneInfo { phoneInfo = Self.obfuscated(number) }
    unobfuscatedPhoneInfo = nil
  }

  static func obfuscated(_ number: String) -> String {
    "+" + String(repeating: "*", count: max(number.count - 5, 0)) + number.suffix(4)
  }
}

extension Caller {
  /// True if the caller may create accounts.
  var maySignUp: Bool { isAdministrator || signIn.usersMaySignUp }
}
