import Identity
import IdentityProviders
import IdentityWire
import WebAuthn

extension IdentityService {
  /// `v2/accounts/passkeyEnrollment:start`: the creation options for the authenticator. Writes nothing.
  ///
  /// - Throws: `PASSKEY_NOT_ENABLED`, `MISSING_ID_TOKEN`, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`,
  ///   `PASSKEY_LIMIT_EXCEEDED`, `TOO_MANY_ATTEMPTS_TRY_LATER`; the errors of
  ///   ``authenticate(_:_:mayLackFactor:)``.
  public func startPasskeyEnrollment(_ request: StartPasskeyEnrollmentRequest, _ caller: Caller)
    async throws(IdentityError) -> StartPasskeyEnrollmentResponse
  {
    let now = clock.now()
    try countPasskeyStart(caller, now: now)
    let policy = try await passkeyPolicy(for: caller)
    let attestation = try policy.attestation()
    let (token, account) = try await authenticate(request.idToken, caller)
    try token.session.requirePasskeyEnrolment(to: account, limit: policy.settings.limit, now: now)
    let challenge = try challenge(.enrolment(of: account.id), caller, now: now)
    let name = account.email?.text ?? account.phoneNumber ?? account.displayName ?? caller.appName
    return StartPasskeyEnrollmentResponse(
      credentialCreationOptions: .init(
        rp: .init(id: policy.id.rawValue, name: caller.appName),
        user: .init(
          id: Base64Bytes.standard(PasskeyUser.handle(of: account)), name: name,
          displayName: account.displayName ?? name),
        challenge: Base64Bytes.standard(challenge),
        pubKeyCredParams: COSEKey.Algorithm.allCases.map { .init(alg: $0.rawValue) },
        timeout: Int(PasskeyChallenge.lifetime) * 1_000,
        excludeCredentials: account.passkeys(madeFor: policy.settings.rpID)
          .map { .init(id: Base64Bytes.standard($0.credentialID), transports: $0.transports) },
        attestation: attestation.conveyance))
  }

  /// `v2/accounts/passkeyEnrollment:finalize`: adds the passkey to the account, and signs the user in with
  /// it.
  ///
  /// - Throws: `PASSKEY_NOT_ENABLED`, `MISSING_AUTHENTICATOR_RESPONSE`, `INVALID_AUTHENTICATOR_RESPONSE`,
  ///   `PASSKEY_EXISTS`, `PASSKEY_LIMIT_EXCEEDED`, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`,
  ///   `TOO_MANY_ATTEMPTS_TRY_LATER`; `PASSKEY_CHALLENGE_TIMEOUT` for a challenge that has expired, was
  ///   redeemed or has another purpose; the errors of ``authenticate(_:_:mayLackFactor:)`` and
  ///   ``finish(_:_:alsoWriting:)``.
  public func finalizePasskeyEnrollment(_ request: FinalizePasskeyEnrollmentRequest, _ caller: Caller)
    async throws(IdentityError) -> FinalizePasskeyEnrollmentResponse
  {
    try await countingPasskeyFailures(caller) { (counted) async throws(IdentityError) in
      try await enroll(request, caller, counted)
    }
  }

  private func enroll(
    _ request: FinalizePasskeyEnrollmentRequest, _ caller: Caller, _ counted: PasskeyTry
  ) async throws(IdentityError) -> FinalizePasskeyEnrollmentResponse {
    // Checked before the token is verified: the emulator reports missing members in this order.
    guard request.idToken != nil else { throw .refused(.missingIDToken) }
    guard let answer = request.authenticatorRegistrationResponse else {
      throw .refused(.missingAuthenticatorResponse)
    }
    let policy = try await passkeyPolicy(for: caller)
    let attestation = try policy.attestation()
    let (token, asked) = try await authenticate(request.idToken, caller)
    let name = Passkey.displayableName(request.name, request.displayName)
    if let madeUp = try unsignedCredentialID(answer, caller) {
      let now = clock.now()
      return try await enroll(request, by: policy.settings, begunAt: now, [], caller) { account in
        Passkey(madeUp: madeUp, name, of: account, now: now)
      }
    }
    let (credentialID, registration) = try PasskeyAnswer.registration(answer)
    let now = clock.now()
    let (challenge, redemption) = try redemption(
      of: registration.client, for: .enrolment(of: asked.id), caller, now: now)
    // Checked before the signatures, whose verification costs most.
    try token.session.requirePasskeyEnrolment(
      to: asked, limit: policy.settings.limit, now: challenge.begunAt)
    let relyingParty = policy.relyingParty(answeredBy: registration.client, attestation: attestation)
    let (credential, aaguid) = try await Self.verifying { () async throws(WebAuthnRefusal) in
      let made = try await registration.verify(
        challenge: registration.client.challenge, by: relyingParty, at: now.date)
      guard made.credential.id == credentialID else {
        throw WebAuthnRefusal(.credentialID, expected: "that of the authenticator data", seen: "another")
      }
      return made
    }
    counted.giveBack()
    let transports = Passkey.knownTransports(answer.response?.transports)
    return try await enroll(
      request, by: policy.settings, begunAt: challenge.begunAt, [redemption], caller
    ) { account in
      Passkey(
        credentialID: credential.id, publicKey: credential.publicKey.encoded, signCount: credential.signCount,
        isBackupEligible: credential.isBackupEligible, isBackedUp: credential.isBackedUp,
        transports: transports, aaguid: aaguid, name: name, rpID: relyingParty.id.rawValue,
        userHandle: PasskeyUser.handle(of: account), createdAt: now)
    }
  }

  /// Decides from the stored state, and writes the decision.
  private func enroll(
    _ request: FinalizePasskeyEnrollmentRequest, by settings: PasskeySettings, begunAt: Instant,
    _ consumptions: [StoreWrite], _ caller: Caller, _ make: (Account) -> Passkey?
  ) async throws(IdentityError) -> FinalizePasskeyEnrollmentResponse {
    try await redeemingChallenge {
      let (token, account) = try await self.authenticate(request.idToken, caller)
      guard let passkey = make(account) else { throw IdentityError.refused(.invalidAuthenticatorResponse) }
      if try await self.store.account(passkey: passkey.credentialID, in: caller.scope) != nil {
        throw IdentityError.refused(.passkeyExists)
      }
      var signIn = try ProvedSignIn.enrolment(
        of: passkey, by: token.session, to: account, limit: settings.limit, begunAt: begunAt)
      signIn.consumptions = consumptions
      guard case .signedIn(let enrolled, let tokens) = try await self.finish(signIn, caller) else {
        throw IdentityError.unavailable(
          .internalError, cause: "a user with a session was asked for a second factor")
      }
      return FinalizePasskeyEnrollmentResponse(
        localId: enrolled.id.rawValue, idToken: tokens.idToken, refreshToken: tokens.refreshToken,
        expiresIn: tokens.expiresIn)
    }
  }
}

extension IdentityService {
  /// Returns the credential ID of an unsigned response, in the emulator's format: an ID alone. Nil for every
  /// other response, and on every server except a development server that accepts unsigned credentials.
  ///
  /// - Throws: `INVALID_AUTHENTICATOR_RESPONSE` if the ID is empty or too long.
  func unsignedCredentialID(_ answer: AuthenticatorResponse, _ caller: Caller) throws(IdentityError)
    -> [UInt8]?
  {
    guard acceptsUnsignedCredentials, !caller.client.isOfOtherSite, answer.response == nil else { return nil }
    let id = Array((answer.id ?? "").utf8)
    guard (1...AuthenticatorData.maximumCredentialIDLength).contains(id.count) else {
      throw WebAuthnRefusal(.credentialID, expected: "1 to 1,023 bytes", seen: "\(id.count)").identityError
    }
    return id
  }

  func challenge(_ ceremony: PasskeyChallenge.Ceremony, _ caller: Caller, now: Instant) throws(IdentityError)
    -> [UInt8]
  {
    let challenge = PasskeyChallenge(ceremony, expiresAt: now.adding(seconds: PasskeyChallenge.lifetime))
    do {
      return try projects.seal(challenge, in: caller.scope)
    } catch {
      throw .unavailable(.internalError, cause: "a challenge could not be sealed")
    }
  }

  /// Returns the challenge, if this server issued it for the ceremony, and the write that redeems it.
  ///
  /// - Throws: `PASSKEY_CHALLENGE_TIMEOUT`.
  func redemption(
    of client: CollectedClientData, for ceremony: PasskeyChallenge.Ceremony, _ caller: Caller, now: Instant
  ) throws(IdentityError) -> (challenge: PasskeyChallenge, write: StoreWrite) {
    guard
      let challenge = projects.passkeyChallenge(
        client.challenge, of: ceremony.kind, in: caller.scope, now: now),
      challenge.ceremony == ceremony
    else {
      throw IdentityError.refused(.passkeyChallengeTimeout).diagnosed(
        Diagnosis.passkey(
          check: "challenge", sentence: "The challenge has expired, or was issued for another purpose.",
          expected: nil, seen: nil))
    }
    let write = PasskeyChallenge.redemption(
      of: client.challenge, until: challenge.expiresAt, in: caller.scope, now: now)
    return (challenge, write)
  }

  static func verifying<Result>(_ body: () async throws(WebAuthnRefusal) -> Result)
    async throws(IdentityError)
    -> Result
  {
    do throws(WebAuthnRefusal) {
      return try await body()
    } catch {
      throw error.identityError
    }
  }

  /// Retries conflicts like ``retryingConflicts(_:)``, for operations that redeem a challenge.
  ///
  /// - Throws: `PASSKEY_CHALLENGE_TIMEOUT` if the challenge was redeemed before.
  func redeemingChallenge<Result>(_ body: () async throws -> Result) async throws(IdentityError) -> Result {
    try await retryingConflicts {
      do {
        return try await body()
      } catch StoreError.alreadyRedeemed {
        throw IdentityError.refused(.passkeyChallengeTimeout).diagnosed(
          Diagnosis.passkey(
            check: "challenge", sentence: "The challenge was used before.", expected: nil, seen: nil))
      } catch StoreError.conflict(.passkeyTaken) {
        throw IdentityError.refused(.passkeyExists)
      }
    }
  }
}
