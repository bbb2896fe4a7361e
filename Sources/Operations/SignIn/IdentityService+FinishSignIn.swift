import Identity
import IdentityWire
import Secrets
import Tokens

/// A first factor that was proved, before anything of it was written.
struct ProvedSignIn: Sendable {
  /// As it is to be stored; ``IdentityService/finish(_:_:)`` notes the time of the sign-in.
  var account: Account
  var isNew = false
  /// Whether a new account is counted already, before costly work was done for it.
  var isCounted = false
  /// As it was read; nil for one that is new.
  var stored: Account?
  var facts: SignInFacts
  /// What the project's functions are told that the user signed in with, or linked. Nil where they are not asked:
  /// anonymous users, custom tokens.
  var method: String?
  /// What the provider said, for the functions.
  var identity: ProviderIdentity?
  /// The address that the sign-in proved to be the user's: by a link that was mailed to it.
  var provedEmail: EmailAddress?
  /// The ID token of who was signed in already.
  var continued: VerifiedIDToken?
  /// When the user proved who they are, if that was not now.
  var authenticatedAt: Instant?
  /// What uses up the evidence of the sign-in.
  var consumptions: [StoreWrite] = []
  /// Whether earlier sessions of the account end.
  var revokesSessions = false

  init(account: Account, isNew: Bool = false, facts: SignInFacts, method: String?) {
    self.account = account
    self.isNew = isNew
    self.facts = facts
    self.method = method
  }

  /// Goes on from the ID token of a user who links something to their account, as it was before. Whoever links is
  /// signed in, with the second factor where there is one, and keeps the claims of the session.
  mutating func goOn(from token: VerifiedIDToken, of account: Account) {
    continued = token
    stored = account
    authenticatedAt = token.authenticationKept(linkingTo: account)
    facts.secondFactor = token.signIn.secondFactor
    facts.additionalClaims = token.signIn.additionalClaims
    facts.attributes = facts.attributes ?? token.signIn.attributes
  }

  /// Whether functions decide on a new user: on a new account, and on an anonymous one that is one no longer.
  var makesUser: Bool {
    method != nil && (isNew || stored?.isAnonymous == true && !account.isAnonymous)
  }
}

/// What comes of a proved first factor.
enum SignInResult: Sendable {
  case signedIn(Account, SignInTokens)
  /// The account has a second factor: no tokens before it is proved.
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
  /// Opaque, single-use, short-lived.
  var pendingCredential: String
  var factors: [MfaEnrollment]
}

/// What an `mfaPendingCredential` stands for: a sign-in that lacks its second factor. What the sign-in is to
/// change of its account waits here too: nothing of it happens before the second factor is proved.
struct MFAPendingCredential: Sendable, Codable {
  /// Seconds. It outlives the codes that are sent in it, so that one that came too late can be followed by another.
  static let lifetime: Int64 = 1_800

  var accountID: AccountID
  /// A revocation meanwhile ends it.
  var tokenEpoch: Int64
  var facts: SignInFacts
  var method: String?
  var identity: ProviderIdentity?
  var provedEmail: EmailAddress?
}

extension IdentityService {
  /// The one way from a proved first factor to tokens: asks the project's functions, asks for the second
  /// factor where there is one, and writes everything in one transaction.
  ///
  /// - Parameter extra: written with the evidence, whatever comes of the sign-in.
  ///
  /// - Throws: `USER_DISABLED`, `BLOCKING_FUNCTION_ERROR_RESPONSE`; a ``StoreError`` for
  ///   ``retryingConflicts(_:)`` to see.
  func finish(
    _ signIn: ProvedSignIn, _ caller: Caller, alsoWriting extra: [StoreWrite] = []
  ) async throws -> SignInResult {
    var signIn = signIn
    if signIn.account.disabled { throw IdentityError.refused(.userDisabled) }
    if let token = signIn.continued, let before = signIn.stored {
      let signedInAt = try requireAddition(by: token, to: before, caller)
      signIn.account.noteAdditions(since: before, bySignInAt: signedInAt, now: clock.now())
    }
    var extra = extra
    if signIn.isNew {
      try requireSignUp(by: signIn.facts.provider, caller)
      // Who brings a custom token was sent by an administrator's service.
      if !signIn.isCounted, signIn.facts.provider != "custom" {
        let tries = newAccount(caller, now: clock.now())
        // A function costs its operator something even if nothing comes of the sign-in.
        let isAsked = signIn.method != nil && caller.project.blockingFunctions[.beforeCreate] != nil
        if isAsked { try await store.apply(tries) } else { extra = tries + extra }
      }
    }
    if signIn.makesUser { try await consult(.beforeCreate, about: &signIn, caller) }
    if !signIn.account.factors.isEmpty, signIn.facts.secondFactor == nil {
      return try await challenge(signIn, caller, alsoWriting: extra)
    }
    if signIn.method != nil { try await consult(.beforeSignIn, about: &signIn, caller) }
    let now = clock.now()
    // The two are equal at a first sign-in: apps tell new users by it.
    signIn.account.lastLoginAt = signIn.isNew ? signIn.account.createdAt : now
    signIn.account.lastRefreshAt = signIn.account.lastLoginAt
    let authenticatedAt =
      signIn.continued == nil
      ? signIn.account.authenticatedAt(signingInBy: signIn.facts.provider, caller.project.sessions, now: now)
      : signIn.authenticatedAt
    let session = try await openSession(
      for: signIn.account, signIn.facts, in: caller.project, continuing: signIn.continued,
      authenticatedAt: authenticatedAt, now: now)
    let notices = notices(of: signIn, caller)
    try await store.apply(
      extra + writes(of: signIn, now: now) + session.writes + notices.flatMap(\.writes))
    for notice in notices { await notify(notice) }
    if signIn.isNew {
      let way = signIn.method ?? signIn.facts.provider
      activity.count(Activity(.signUp, by: way, .success), in: caller.scope)
    }
    return .signedIn(signIn.account, session.tokens)
  }

  /// Whether somebody may make themselves an account. Whoever brings a custom token was sent by an
  /// administrator's service.
  ///
  /// - Throws: `ADMIN_ONLY_OPERATION`.
  func requireSignUp(by provider: String, _ caller: Caller) throws(IdentityError) {
    guard caller.isAdministrator || caller.signIn.usersMaySignUp || provider == "custom" else {
      throw .refused(.adminOnlyOperation)
    }
  }

  private func challenge(_ signIn: ProvedSignIn, _ caller: Caller, alsoWriting extra: [StoreWrite])
    async throws -> SignInResult
  {
    let now = clock.now()
    var identity = signIn.identity
    identity?.redemption = nil
    // A take-over ends the sessions of before only with the second factor.
    let tokenEpoch = (signIn.stored ?? signIn.account).tokenEpoch
    let payload = MFAPendingCredential(
      accountID: signIn.account.id, tokenEpoch: tokenEpoch, facts: signIn.facts,
      method: signIn.method, identity: identity, provedEmail: signIn.provedEmail)
    let minted = try vault.mint(
      payload, for: .mfaPendingCredential, scope: caller.scope, now: now,
      expiresAt: now.adding(seconds: MFAPendingCredential.lifetime))
    try await store.apply(signIn.consumptions + [minted.write] + extra)
    return .secondFactorRequired(
      signIn.account,
      SecondFactorChallenge(
        pendingCredential: minted.token.text,
        factors: signIn.account.factors.map { MfaEnrollment(obfuscating: $0) }))
  }

  private func writes(of signIn: ProvedSignIn, now: Instant) -> [StoreWrite] {
    var writes = signIn.consumptions
    writes.append(write(of: signIn))
    if signIn.revokesSessions { writes.append(.endSessions(of: signIn.account, now: now)) }
    return writes
  }

  /// A sign-in that changes nothing but its time is recorded so that no other has to wait for it.
  private func write(of signIn: ProvedSignIn) -> StoreWrite {
    let account = signIn.account
    if signIn.isNew { return .insertAccount(account) }
    guard var known = signIn.stored, let time = account.lastLoginAt else { return .updateAccount(account) }
    (known.lastLoginAt, known.lastRefreshAt) = (time, time)
    guard known == account else { return .updateAccount(account) }
    return .recordSignIn(account.id, account.scope, version: account.version, at: time)
  }

  /// Somebody who takes an account over is told nothing of what it had: it was another's.
  private func notices(of signIn: ProvedSignIn, _ caller: Caller) -> [PreparedMail] {
    guard let before = signIn.stored, signIn.continued != nil || !signIn.revokesSessions else { return [] }
    var changes = signIn.account.signInMethodChanges(since: before)
    // The user who followed a mailed link reads the mailbox that a notice would go to.
    if signIn.continued == nil { changes.added.removeAll { $0 == .emailLink } }
    return signInNotices(of: changes, of: before, caller)
  }

  /// Asks a project's function where there is one, and has it change the sign-in.
  func consult(
    _ event: BlockingFunctions.Event, about signIn: inout ProvedSignIn, _ caller: Caller
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
    // The account is kept as the function left it, but nobody comes in.
    try await store.apply(writes(of: signIn, now: clock.now()))
    throw IdentityError.refused(.userDisabled)
  }
}

extension BlockingFunctionAnswer {
  /// Changes what the mask names; an account without an address has none to verify.
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
  /// A factor as whoever has only proved the first one may see it: a number by its last four digits.
  init(obfuscating factor: EnrolledFactor) {
    self.init(factor)
    if let number = phoneInfo { phoneInfo = Self.obfuscated(number) }
    unobfuscatedPhoneInfo = nil
  }

  static func obfuscated(_ number: String) -> String {
    "+" + String(repeating: "*", count: max(number.count - 5, 0)) + number.suffix(4)
  }
}
