import Identity
import IdentityWire

extension IdentityService {
  /// `accounts:signInWithEmailLink`: signs in the recipient of the link, or adds the address to the signed-in
  /// user's account. ``MailedLinkSignIn`` decides.
  public func signInWithEmailLink(_ request: SignInWithEmailLinkRequest, _ caller: Caller)
    async throws(IdentityError) -> SignInWithEmailLinkResponse
  {
    guard caller.signIn.emailLinkEnabled else { throw .refused(.operationNotAllowed) }
    let typed = try Self.requiredEmail(request.email)
    return try await retryingConflicts {
      let code = try await presented(request.oobCode, allowing: [.emailSignIn], caller).code
      // Another spelling of the address may be another person's mailbox.
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
    let known = try await store.account(email: email, in: caller.scope)
    let holder = known == nil ? try await store.account(holding: email, in: caller.scope) : nil
    return try MailedLinkSignIn.signIn(
      email, known: known, holder: holder, mailedAt: moment, in: caller.scope, newID: .random(random),
      now: clock.now())
  }

  /// Links the address. The address that it replaces, if any, gets a notice.
  private func linking(_ email: EmailAddress, _ idToken: String, _ caller: Caller) async throws
    -> (ProvedSignIn, PreparedMail?)
  {
    let (token, before) = try await authenticate(idToken, caller)
    let holder = before.email == email ? nil : try await store.account(holding: email, in: caller.scope)
    let now = clock.now()
    var signIn = try MailedLinkSignIn.linking(
      email, to: before, by: token.session, holder: holder,
      secondFactors: caller.secondFactorPolicy(now: now), now: now)
    let notice = try recoveryMail(from: before, to: &signIn.account, caller)
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
