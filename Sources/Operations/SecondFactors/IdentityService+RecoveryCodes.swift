import Identity
import IdentityWire
import Secrets

extension IdentityService {
  /// `v2/accounts/mfaRecoveryCodes:regenerate`: replaces the recovery codes with new ones.
  ///
  /// The call counts as a change of a credential, because each call sends a mail to the user.
  ///
  /// - Throws: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, `TOO_MANY_ATTEMPTS_TRY_LATER`; `MFA_ENROLLMENT_NOT_FOUND`
  ///   for an account without a second factor; the errors of ``authenticate(_:_:mayLackFactor:)``.
  public func regenerateRecoveryCodes(_ request: RegenerateRecoveryCodesRequest, _ caller: Caller)
    async throws(IdentityError) -> RegenerateRecoveryCodesResponse
  {
    let asked = try await authenticate(request.idToken, caller)
    try asked.token.session.requireRecoveryCodes(of: asked.account, now: clock.now())
    try await count(credentialChange(of: asked.account.id, caller, now: clock.now()))
    return try await retryingConflicts {
      let (token, stored) = try await authenticate(request.idToken, caller)
      let now = clock.now()
      try token.session.requireRecoveryCodes(of: stored, now: now)
      var account = stored
      let texts = try makeRecoveryCodes(for: &account, now: now)
      let notice = try recoveryCodeNotice(.recoveryCodesReplaced, of: account, caller)
      try await store.apply(
        (notice?.writes ?? []) + [Self.signIn(of: token.session), .updateAccount(account)])
      await notify(notice)
      return RegenerateRecoveryCodesResponse(recoveryCodes: texts)
    }
  }

  /// Removes an account's recovery codes.
  ///
  /// - Throws: `INSUFFICIENT_PERMISSION`, `USER_NOT_FOUND`.
  public func deleteRecoveryCodes(of localID: String, _ caller: Caller) async throws(IdentityError) {
    try caller.requireAdministrator()
    try await retryingConflicts {
      var account = try await account(localID, caller)
      guard account.recoveryCodes != nil else { return }
      account.recoveryCodes = nil
      try await store.apply([.updateAccount(account)])
    }
  }

  /// Gives an account new recovery codes, which replace the previous ones.
  ///
  /// - Returns: the codes, which cannot be read again.
  func makeRecoveryCodes(for account: inout Account, now: Instant) throws(IdentityError) -> [String] {
    let key = random.bytes(32)
    let codes = (0..<RecoveryCodes.count).map { _ in RecoveryCode(bytes: random.bytes(RecoveryCodes.length)) }
    account.recoveryCodes = RecoveryCodes(
      sealedKey: try projects.seal(recoveryKey: key, of: account.id, in: account.scope),
      hashes: codes.map { $0.hash(key: key) }, madeAt: now)
    return codes.map(\.text)
  }

  /// Completes a sign-in with a recovery code in place of a factor.
  ///
  /// - Parameter enrollmentID: the factor that the client asked the user for; nil if it does not say.
  /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER`, `INVALID_CODE`; the errors of ``presented(_:_:)``.
  func finish(
    _ credential: String, withRecoveryCode code: RecoveryCode, insteadOf enrollmentID: String?,
    _ caller: Caller
  ) async throws(IdentityError) -> FinalizeMFASignInResponse {
    let pending = try await presented(credential, caller)
    let now = clock.now()
    let guess = try await count(.recoveryCode(of: pending.account.id), caller, now: now)
    return try await retryingConflicts {
      let account = try await presented(credential, caller).account
      let notice = try recoveryCodeNotice(.recoveryCodeUsed, of: account, caller)
      let response: FinalizeMFASignInResponse
      do {
        response = try await finish(credential, guess.successWrites + (notice?.writes ?? []), caller) {
          account in
          try use(code, insteadOf: enrollmentID, of: &account)
        }
      } catch StoreError.artifactGone {
        throw IdentityError.refused(.invalidMFAPendingCredential)
      }
      await notify(notice)
      return response
    }
  }

  /// Redeems a recovery code.
  ///
  /// - Throws: `INVALID_CODE`, `MFA_ENROLLMENT_NOT_FOUND`.
  private func use(_ code: RecoveryCode, insteadOf enrollmentID: String?, of account: inout Account)
    throws(IdentityError) -> SignInFacts.SecondFactor
  {
    let factor = enrollmentID.map { account.factor($0) } ?? account.factors.first
    guard let factor else { throw .refused(.mfaEnrollmentNotFound) }
    guard var codes = account.recoveryCodes else { throw .refused(.invalidCode) }
    let key = try projects.recoveryKey(codes.sealedKey, of: account.id, in: account.scope)
    guard codes.use(code.hash(key: key), isEqual: constantTimeEqual) else { throw .refused(.invalidCode) }
    account.recoveryCodes = codes
    return .recoveryCode(insteadOf: factor)
  }
}
