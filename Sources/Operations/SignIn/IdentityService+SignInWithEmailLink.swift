import Identity
import IdentityWire

extension IdentityService {
  /// `accounts:signInWithEmailLink`: signs in whoever received the link, or adds the address to the signed-in
  /// user's account.
  ///
  /// An account whose address was never proved is taken over: its password, providers and sessions are
  /// somebody's who could not read the mail.
  public func signInWithEmailLink(_ request: SignInWithEmailLinkRequest, _ caller: Caller)
    async throws(IdentityError) -> SignInWithEmailLinkResponse
  {
    guard caller.signIn.emailLinkEnabled else { throw .refused(.operationNotAllowed) }
    let typed = try Self.requiredEmail(request.email)
    return try await retryingConflicts {
      let code = try await presented(request.oobCode, allowing: [.emailSignIn], caller).code
      // The reader of one spelling's mail is not the reader of another's.
      guard let email = code.payload.email, typed.names(email) else {
        throw IdentityError.refused(
          .invalidEmail, "The email provided does not match the sign-in email address.")
      }
      var notice: PreparedMail?
      var signIn: ProvedSignIn
      if let idToken = request.idToken, !idToken.isEmpty {
        (signIn, notice) = try await linking(email, idToken, caller)
      } else {
        signIn = try await provedSignIn(email, mailedAt: code.payload.madeAt, caller)
      }
      signIn.provedEmail = email
      signIn.consumptions = [code.consumption]
      let (proved, mail) = (signIn, notice)
      return try await redeeming(code, caller) {
        let result = try await finish(proved, caller, alsoWriting: mail?.writes ?? [])
        await notify(mail)
        return Self.response(result, email, isNew: proved.isNew)
      }
    }
  }

  private func provedSignIn(
    _ email: EmailAddress, mailedAt moment: Instant, _ caller: Caller
  ) async throws -> ProvedSignIn {
    let now = clock.now()
    let facts = SignInFacts(provider: "password")
    guard let known = try await store.account(email: email, in: caller.scope) else {
      try await requireFree(email, caller)
      var account = Account(id: .random(random), scope: caller.scope, createdAt: now)
      account.email = email
      account.emailVerified = true
      account.emailLinkSignIn = true
      return ProvedSignIn(account: account, isNew: true, facts: facts, method: "emailLink")
    }
    if known.disabled { throw IdentityError.refused(.userDisabled) }
    var account = known
    let isTakeOver = !account.emailVerified
    // Who ended all sessions also ended the links that wait in a mailbox. Of an address that nobody has proved, whoever
    // had the account before could else keep its owner out.
    if !isTakeOver, known.hasRevoked(since: moment) { throw IdentityError.refused(.invalidOOBCode) }
    if isTakeOver { account.takeOver(now: now) }
    account.emailLinkSignIn = true
    var signIn = ProvedSignIn(account: account, facts: facts, method: "emailLink")
    signIn.stored = known
    signIn.revokesSessions = isTakeOver
    return signIn
  }

  /// - Throws: `EMAIL_EXISTS` if an account has the address in whatever spelling; `INVALID_OOB_CODE` for an address in a
  ///   spelling that no account gets any longer.
  private func requireFree(_ email: EmailAddress, for id: AccountID? = nil, _ caller: Caller) async throws {
    guard email.isNormalized else { throw IdentityError.refused(.invalidOOBCode) }
    if let owner = try await store.account(holding: email, in: caller.scope), owner.id != id {
      throw IdentityError.refused(.emailExists)
    }
  }

  /// The signed-in user's account with the address. As with `accounts:update`, an address that it replaces
  /// needs a recent sign-in, ends the sessions and is told.
  private func linking(_ email: EmailAddress, _ idToken: String, _ caller: Caller) async throws
    -> (ProvedSignIn, PreparedMail?)
  {
    let (token, before) = try await authenticate(idToken, caller)
    try requireRecentSignIn(token, of: before)
    // A sign-in from before the second factor changes nothing until it has proved it, too.
    guard before.factors.isEmpty || token.signIn.secondFactor != nil else {
      throw IdentityError.refused(.credentialTooOldLoginAgain)
    }
    if before.email != email { try await requireFree(email, for: before.id, caller) }
    var account = before
    let replaces = before.email != nil && before.email != email
    if replaces {
      account.initialEmail = account.initialEmail ?? before.email
      account.revokeTokens(now: clock.now())
    }
    account.email = email
    account.emailVerified = true
    account.emailLinkSignIn = true
    let notice = try recoveryMail(from: before, to: &account, caller)
    var signIn = ProvedSignIn(
      account: account, facts: SignInFacts(provider: "password"), method: "emailLink")
    signIn.goOn(from: token, of: before)
    signIn.revokesSessions = replaces
    return (signIn, notice)
  }

  private static func response(_ result: SignInResult, _ email: EmailAddress, isNew: Bool)
    -> SignInWithEmailLinkResponse
  {
    var response = SignInWithEmailLinkResponse(localId: result.account.id.rawValue, isNewUser: isNew)
    response.email = email.text
    response.idToken = result.tokens?.idToken
    response.refreshToken = result.tokens?.refreshToken
    response.expiresIn = result.tokens?.expiresIn
    response.mfaPendingCredential = result.challenge?.pendingCredential
    response.mfaInfo = result.challenge?.factors
    return response
  }
}
