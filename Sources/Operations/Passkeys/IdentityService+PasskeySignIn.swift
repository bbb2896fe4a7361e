import Identity
import IdentityProviders
import IdentityWire
import WebAuthn

extension IdentityService {
  /// `v2/accounts/passkeySignIn:start`: what an authenticator is to be asked for. No account is named, and nothing is written.
  ///
  /// - Throws: `PASSKEY_NOT_ENABLED`, `TOO_MANY_ATTEMPTS_TRY_LATER`.
  public func startPasskeySignIn(_ request: StartPasskeySignInRequest, _ caller: Caller)
    async throws(IdentityError) -> StartPasskeySignInResponse
  {
    let now = clock.now()
    try countPasskeyStart(caller, now: now)
    let policy = try caller.passkeyPolicy()
    return StartPasskeySignInResponse(
      credentialRequestOptions: .init(
        rpId: policy.id.rawValue,
        challenge: Base64Bytes.standard(try challenge(.signIn, caller, now: now)),
        timeout: Int(PasskeyChallenge.lifetime) * 1_000))
  }

  /// `v2/accounts/passkeySignIn:finalize`: signs in whose passkey it is.
  ///
  /// - Throws: `PASSKEY_NOT_ENABLED`, `MISSING_AUTHENTICATOR_RESPONSE`, `INVALID_AUTHENTICATOR_RESPONSE`,
  ///   `PASSKEY_CHALLENGE_TIMEOUT`, `PASSKEY_ENROLLMENT_NOT_FOUND`, `USER_DISABLED`, `TOO_MANY_ATTEMPTS_TRY_LATER`, and what
  ///   ``finish(_:_:alsoWriting:)`` throws.
  public func finalizePasskeySignIn(_ request: FinalizePasskeySignInRequest, _ caller: Caller)
    async throws(IdentityError) -> FinalizePasskeySignInResponse
  {
    try await countingPasskeyFailures(caller) { () async throws(IdentityError) in
      try await signIn(request, caller)
    }
  }

  private func signIn(_ request: FinalizePasskeySignInRequest, _ caller: Caller) async throws(IdentityError)
    -> FinalizePasskeySignInResponse
  {
    guard let answer = request.authenticatorAuthenticationResponse else {
      throw .refused(.missingAuthenticatorResponse)
    }
    let policy = try caller.passkeyPolicy()
    let settings = policy.settings
    if let madeUp = try madeUpCredential(answer, caller) {
      return try await signIn(byMadeUp: madeUp, settings, caller)
    }
    let (credentialID, assertion) = try PasskeyAnswer.assertion(answer)
    let now = clock.now()
    let (_, redemption) = try redemption(of: assertion.client, for: .signIn, caller, now: now)
    let relyingParty = policy.relyingParty(answeredBy: assertion.client)
    return try await redeemingChallenge {
      guard let account = try await self.store.account(passkey: credentialID, in: caller.scope),
        let passkey = account.passkey(credentialID), !passkey.isMadeUp
      else {
        throw IdentityError.refused(.passkeyEnrollmentNotFound).diagnosed(
          Diagnosis.passkey(
            check: "credentialID", sentence: "No account has the passkey.", expected: nil, seen: nil))
      }
      let (used, isVerified) = try await self.verify(
        assertion, by: passkey, of: account, relyingParty, settings, caller, now: now)
      return try await self.finish(
        ProvedSignIn.signIn(
          by: used, to: account, isTwoFactors: settings.countsAsTwoFactors && isVerified
        ).signIn, [redemption], caller)
    }
  }

  /// A sign-in that nobody signed, to an account that has a passkey that nobody made.
  private func signIn(byMadeUp credentialID: [UInt8], _ settings: PasskeySettings, _ caller: Caller)
    async throws(IdentityError) -> FinalizePasskeySignInResponse
  {
    try await redeemingChallenge {
      guard let account = try await self.store.account(passkey: credentialID, in: caller.scope),
        var used = account.passkey(credentialID), used.isMadeUp
      else { throw IdentityError.refused(.passkeyCredentialNotFound) }
      used.lastUsedAt = self.clock.now()
      return try await self.finish(
        ProvedSignIn.signIn(by: used, to: account, isTwoFactors: settings.countsAsTwoFactors).signIn, [],
        caller)
    }
  }

  private func finish(_ proved: ProvedSignIn, _ redemptions: [StoreWrite], _ caller: Caller) async throws
    -> FinalizePasskeySignInResponse
  {
    var signIn = proved
    signIn.consumptions += redemptions
    let result = try await finish(signIn, caller)
    var response = FinalizePasskeySignInResponse(localId: result.account.id.rawValue)
    response.idToken = result.tokens?.idToken
    response.refreshToken = result.tokens?.refreshToken
    response.expiresIn = result.tokens?.expiresIn
    response.mfaPendingCredential = result.challenge?.pendingCredential
    response.mfaInfo = result.challenge?.factors
    return response
  }

  /// Verifies an account's passkey by an answer.
  ///
  /// - Returns: the passkey with the counter and the flags of its use, and whether the authenticator verified its user.
  /// - Throws: `INVALID_AUTHENTICATOR_RESPONSE`, also where the counter did not move on and copies are refused. Refused or not,
  ///   the log and the user are told of such a one.
  func verify(
    _ assertion: Assertion, by passkey: Passkey, of account: Account, _ relyingParty: RelyingParty,
    _ settings: PasskeySettings, _ caller: Caller, now: Instant, handleIsNeeded: Bool = true
  ) async throws(IdentityError) -> (used: Passkey, isVerified: Bool) {
    guard let key = COSEKey(encoded: passkey.publicKey) else {
      throw .unavailable(.internalError, cause: "the key of a stored passkey cannot be read")
    }
    let record = CredentialRecord(
      id: passkey.credentialID, publicKey: key, signCount: passkey.signCount,
      isBackupEligible: passkey.isBackupEligible, isBackedUp: passkey.isBackedUp)
    let outcome = try await Self.verifying { () async throws(WebAuthnRefusal) in
      try assertion.verify(
        record, of: passkey.userHandle, handleIsNeeded: handleIsNeeded,
        challenge: assertion.client.challenge, by: relyingParty)
    }
    if !outcome.hasCounted {
      log.warning(
        "a passkey's counter did not move on: its authenticator may have been copied",
        metadata: ["account": "\(account.id)", "project": "\(caller.project.id)"])
      AuditContext.current.trail?.note("passkey", "counter")
      await notifyOfCopy(of: passkey, account, caller)
    }
    guard outcome.hasCounted || !settings.refusesCopies else {
      throw IdentityError.refused(.invalidAuthenticatorResponse).diagnosed(
        Diagnosis.passkey(
          check: "counter", sentence: "The authenticator's counter did not move on: it may have been copied.",
          expected: "more than \(passkey.signCount)", seen: "\(outcome.signCount)"))
    }
    var used = passkey
    used.signCount = outcome.signCount
    used.isBackedUp = outcome.isBackedUp
    used.lastUsedAt = now
    return (used, outcome.userIsVerified)
  }
}
