import Identity
import IdentityProviders
import IdentityWire
import WebAuthn

/// Passkeys in the place of a second factor: a security key, for instance, after a password. The official protocol has no words
/// for it.
extension IdentityService {
  /// The request to the authenticator of a user who proved their first factor. User verification may be left out: the
  /// passkey is something that they have.
  ///
  /// - Throws: `PASSKEY_NOT_ENABLED`, `INVALID_MFA_PENDING_CREDENTIAL`, `USER_DISABLED`, `TOO_MANY_ATTEMPTS_TRY_LATER`,
  ///   `MFA_ENROLLMENT_NOT_FOUND` for a user without a passkey of the RP ID, and for one who proved one already.
  func startPasskeyFactor(_ credential: String, _ caller: Caller) async throws(IdentityError)
    -> StartPasskeySignInResponse
  {
    let now = clock.now()
    try countPasskeyStart(caller, now: now)
    let policy = try caller.passkeyPolicy()
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

  /// The sign-in goes on with a passkey of the user's in the place of the second factor.
  ///
  /// - Throws: `MISSING_AUTHENTICATOR_RESPONSE`, `INVALID_AUTHENTICATOR_RESPONSE`, `PASSKEY_CHALLENGE_TIMEOUT`,
  ///   `PASSKEY_ENROLLMENT_NOT_FOUND`, and what ``startPasskeyFactor(_:_:)`` throws.
  func finish(
    _ credential: String, withPasskey answer: AuthenticatorResponse?, _ caller: Caller
  ) async throws(IdentityError) -> FinalizeMFASignInResponse {
    try await countingPasskeyFailures(caller) { (counted) async throws(IdentityError) in
      guard let answer else { throw .refused(.missingAuthenticatorResponse) }
      let (credentialID, assertion) = try PasskeyAnswer.assertion(answer)
      let now = clock.now()
      let policy = try caller.passkeyPolicy()
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
  /// The user's passkeys of an RP ID, unless one was the first factor: it is no second one as well.
  ///
  /// - Throws: `MFA_ENROLLMENT_NOT_FOUND` without any.
  fileprivate func passkeys(madeFor rpID: String) throws(IdentityError) -> [Passkey] {
    let passkeys = payload.facts.provider == PasskeyProvider.id ? [] : account.passkeys(madeFor: rpID)
    guard !passkeys.isEmpty else { throw .refused(.mfaEnrollmentNotFound) }
    return passkeys
  }
}
