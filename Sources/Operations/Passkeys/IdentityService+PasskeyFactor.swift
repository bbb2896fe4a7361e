import Identity
import IdentityProviders
import IdentityWire
import WebAuthn

/// Passkeys as a second factor, for instance a security key after a password. The official protocol does not
/// have this.
extension IdentityService {
  /// Returns the request options for the authenticator of a user who proved their first factor. User
  /// verification is optional: the passkey counts as something that the user has.
  ///
  /// - Throws: `PASSKEY_NOT_ENABLED`, `INVALID_MFA_PENDING_CREDENTIAL`, `USER_DISABLED`,
  ///   `TOO_MANY_ATTEMPTS_TRY_LATER`; `MFA_ENROLLMENT_NOT_FOUND` if the user has no passkey for the RP ID, or
  ///   proved one as the first factor.
  func startPasskeyFactor(_ credential: String, _ caller: Caller) async throws(IdentityError)
    -> StartPasskeySignInResponse
  {
    let now = clock.now()
    try countPasskeyStart(caller, now: now)
    let policy = try await passkeyPolicy(for: caller)
    let pending = try await presented(credential, caller)
    let passkeys = try pending.passkeys(madeFor: policy.settings.rpID)
    var options = PublicKeyCredentialRequestOptions(
      rpId: policy.id.rawValue,
      challenge: Base64Bytes.standard(
        try challenge(.secondFactor(of: pending.account.id), caller, now: now)),
      timeout: Int(PasskeyChallenge.lifetime) * 1_000)
    options.allowCredentials = passkeys.map {
      .init(id: Base64Bytes.standard($0.credentialID), transports: $0.transports)
    }
    options.userVerification = "preferred"
    return StartPasskeySignInResponse(credentialRequestOptions: options)
  }

  /// Finishes a sign-in with one of the user's passkeys as the second factor.
  ///
  /// - Throws: `MISSING_AUTHENTICATOR_RESPONSE`, `INVALID_AUTHENTICATOR_RESPONSE`,
  ///   `PASSKEY_CHALLENGE_TIMEOUT`, `PASSKEY_ENROLLMENT_NOT_FOUND`; the errors of
  ///   ``startPasskeyFactor(_:_:)``.
  func finish(
    _ credential: String, withPasskey answer: AuthenticatorResponse?, _ caller: Caller
  ) async throws(IdentityError) -> FinalizeMFASignInResponse {
    try await countingPasskeyFailures(caller) { (counted) async throws(IdentityError) in
      guard let answer else { throw .refused(.missingAuthenticatorResponse) }
      let (credentialID, assertion) = try PasskeyAnswer.assertion(answer)
      let now = clock.now()
      let policy = try await passkeyPolicy(for: caller)
      let settings = policy.settings
      var relyingParty = policy.relyingParty(answeredBy: assertion.client)
      relyingParty.requiresUserVerification = false
      return try await redeemingChallenge { [relyingParty] in
        let pending = try await self.presented(credential, caller)
        let (_, redemption) = try self.redemption(
          of: assertion.client, for: .secondFactor(of: pending.account.id), caller, now: now)
        let passkeys = try pending.passkeys(madeFor: settings.rpID)
        guard let passkey = passkeys.first(where: { $0.credentialID == credentialID }) else {
          throw IdentityError.refused(.passkeyEnrollmentNotFound)
        }
        let use = try await self.verify(
          assertion, by: passkey, of: pending.account, relyingParty, settings, caller, [redemption], now: now,
          handleIsNeeded: false)
        counted.giveBack()
        do {
          let response = try await self.finish(credential, [redemption], caller) { account in
            guard let index = account.passkeys.firstIndex(of: passkey) else {
              throw StoreError.conflict(.stale)
            }
            account.passkeys[index] = use.passkey
            return use.passkey.fact
          }
          if !use.hasCounted { try await self.reportCopy(of: passkey, pending.account, caller) }
          return response
        } catch StoreError.artifactGone {
          throw IdentityError.refused(.invalidMFAPendingCredential)
        }
      }
    }
  }
}

extension PresentedMFAPendingCredential {
  /// Returns the user's passkeys for an RP ID. A passkey that was the first factor cannot be the second factor, too.
  ///
  /// - Throws: `MFA_ENROLLMENT_NOT_FOUND` if there are none.
  fileprivate func passkeys(madeFor rpID: String) throws(IdentityError) -> [Passkey] {
    let passkeys = payload.facts.provider == PasskeyProvider.id ? [] : account.passkeys(madeFor: rpID)
    guard !passkeys.isEmpty else { throw .refused(.mfaEnrollmentNotFound) }
    return passkeys
  }
}
