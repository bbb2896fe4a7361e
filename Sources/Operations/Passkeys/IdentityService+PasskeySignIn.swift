import Identity
import IdentityProviders
import IdentityWire
import WebAuthn

extension IdentityService {
  /// `v2/accounts/passkeySignIn:start`: the request options for the authenticator. They name no account.
  /// Writes nothing.
  ///
  /// - Throws: `PASSKEY_NOT_ENABLED`, `TOO_MANY_ATTEMPTS_TRY_LATER`.
  public func startPasskeySignIn(_ request: StartPasskeySignInRequest, _ caller: Caller)
    async throws(IdentityError) -> StartPasskeySignInResponse
  {
    let now = clock.now()
    try countPasskeyStart(caller, now: now)
    let policy = try await passkeyPolicy(for: caller)
    return StartPasskeySignInResponse(
      credentialRequestOptions: .init(
        rpId: policy.id.rawValue,
        challenge: Base64Bytes.standard(try challenge(.signIn, caller, now: now)),
        timeout: Int(PasskeyChallenge.lifetime) * 1_000))
  }

  /// `v2/accounts/passkeySignIn:finalize`: signs in the user of the passkey.
  ///
  /// - Throws: `PASSKEY_NOT_ENABLED`, `MISSING_AUTHENTICATOR_RESPONSE`, `INVALID_AUTHENTICATOR_RESPONSE`,
  ///   `PASSKEY_CHALLENGE_TIMEOUT`, `PASSKEY_ENROLLMENT_NOT_FOUND`, `USER_DISABLED`,
  ///   `TOO_MANY_ATTEMPTS_TRY_LATER`; the errors of ``finish(_:_:alsoWriting:)``.
  public func finalizePasskeySignIn(_ request: FinalizePasskeySignInRequest, _ caller: Caller)
    async throws(IdentityError) -> FinalizePasskeySignInResponse
  {
    try await countingPasskeyFailures(caller) { (counted) async throws(IdentityError) in
      try await signIn(request, caller, counted)
    }
  }

  private func signIn(
    _ request: FinalizePasskeySignInRequest, _ caller: Caller, _ counted: PasskeyTry
  ) async throws(IdentityError) -> FinalizePasskeySignInResponse {
    guard let answer = request.authenticatorAuthenticationResponse else {
      throw .refused(.missingAuthenticatorResponse)
    }
    let policy = try await passkeyPolicy(for: caller)
    let settings = policy.settings
    if let madeUp = try unsignedCredentialID(answer, caller) {
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
            check: "credentialID", sentence: "The passkey belongs to no account.", expected: nil, seen: nil))
      }
      let use = try await self.verify(
        assertion, by: passkey, of: account, relyingParty, settings, caller, [redemption], now: now)
      counted.giveBack()
      let response = try await self.finish(
        ProvedSignIn.signIn(
          by: use.passkey, to: account, isTwoFactors: settings.countsAsTwoFactors && use.isVerified,
          caller.secondFactorPolicy(now: now)
        ).signIn, [redemption], caller)
      if !use.hasCounted { try await self.reportCopy(of: passkey, account, caller) }
      return response
    }
  }

  /// Signs in with an unsigned response, to an account that has this passkey without a key.
  private func signIn(byMadeUp credentialID: [UInt8], _ settings: PasskeySettings, _ caller: Caller)
    async throws(IdentityError) -> FinalizePasskeySignInResponse
  {
    try await redeemingChallenge {
      guard let account = try await self.store.account(passkey: credentialID, in: caller.scope),
        var used = account.passkey(credentialID), used.isMadeUp
      else { throw IdentityError.refused(.passkeyCredentialNotFound) }
      used.lastUsedAt = self.clock.now()
      return try await self.finish(
        ProvedSignIn.signIn(
          by: used, to: account, isTwoFactors: settings.countsAsTwoFactors,
          caller.secondFactorPolicy(now: self.clock.now())
        ).signIn, [],
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

  /// Verifies a response against an account's passkey.
  ///
  /// If the settings refuse copies, a counter that did not increase is refused. The refusal is logged and the user
  /// notified only after the challenge is redeemed, because a replayed response is no sign of a copy. If the settings
  /// allow copies, the caller logs and notifies.
  ///
  /// - Parameter consumptions: redeem the challenge.
  /// - Throws: `INVALID_AUTHENTICATOR_RESPONSE`, also for a counter that did not increase if copies are
  ///   refused; ``StoreError/alreadyRedeemed``.
  func verify(
    _ assertion: Assertion, by passkey: Passkey, of account: Account, _ relyingParty: RelyingParty,
    _ settings: PasskeySettings, _ caller: Caller, _ consumptions: [StoreWrite], now: Instant,
    handleIsNeeded: Bool = true
  ) async throws -> PasskeyUse {
    guard let key = COSEKey(encoded: passkey.publicKey) else {
      throw IdentityError.unavailable(
        .internalError, cause: "the key of a stored passkey cannot be read")
    }
    let record = CredentialRecord(
      id: passkey.credentialID, publicKey: key, signCount: passkey.signCount,
      isBackupEligible: passkey.isBackupEligible, isBackedUp: passkey.isBackedUp)
    let outcome = try await Self.verifying { () async throws(WebAuthnRefusal) in
      try assertion.verify(
        record, of: passkey.userHandle, handleIsNeeded: handleIsNeeded,
        challenge: assertion.client.challenge, by: relyingParty)
    }
    guard outcome.hasCounted || !settings.refusesCopies else {
      try await reportCopy(of: passkey, account, caller, redeeming: consumptions)
      AuditContext.current.trail?.note("passkey", "counter")
      throw IdentityError.refused(.invalidAuthenticatorResponse).diagnosed(
        Diagnosis.passkey(
          check: "counter",
          sentence: "The authenticator's counter did not rise. The authenticator may have been "
            + "copied.",
          expected: "more than \(passkey.signCount)", seen: "\(outcome.signCount)"))
    }
    // The audit record of the sign-in says that the counter did not increase.
    if !outcome.hasCounted { AuditContext.current.trail?.note("passkey", "counter") }
    var used = passkey
    used.signCount = outcome.signCount
    used.isBackedUp = outcome.isBackedUp
    used.lastUsedAt = now
    return PasskeyUse(
      passkey: used, isVerified: outcome.userIsVerified, hasCounted: outcome.hasCounted)
  }

  /// Logs that a passkey may have been copied, and notifies the user.
  ///
  /// - Parameter consumptions: written with the notice, before it is sent.
  /// - Throws: ``StoreError/alreadyRedeemed`` without a notice.
  func reportCopy(
    of passkey: Passkey, _ account: Account, _ caller: Caller, redeeming consumptions: [StoreWrite] = []
  ) async throws(StoreError) {
    try await notifyOfCopy(of: passkey, account, caller, alsoWriting: consumptions)
    log.warning(
      "a passkey's counter did not rise: its authenticator may have been copied",
      metadata: ["account": "\(account.id)", "project": "\(caller.project.id)"])
  }
}

/// An accepted response of a passkey.
struct PasskeyUse: Sendable {
  /// The passkey with its new counter and flags.
  var passkey: Passkey
  /// True if the authenticator verified its user.
  var isVerified: Bool
  /// False if the counter did not increase.
  var hasCounted: Bool
}
