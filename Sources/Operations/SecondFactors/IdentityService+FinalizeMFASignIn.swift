import Identity
import IdentityWire

extension IdentityService {
  /// `v2/accounts/mfaSignIn:finalize`: completes a sign-in with the second factor.
  ///
  /// A recovery code is accepted in place of any factor's code.
  ///
  /// The changes of the first factor are decided from the stored state, and refused if they now concern
  /// another account.
  ///
  /// - Throws: `MISSING_CREDENTIAL`, `INVALID_MFA_PENDING_CREDENTIAL`, `MISSING_CODE`, `MISSING_SESSION_INFO`,
  ///   `MISSING_MFA_ENROLLMENT_ID`, `MFA_ENROLLMENT_NOT_FOUND`, `INVALID_SESSION_INFO`, `SESSION_EXPIRED`,
  ///   `INVALID_CODE`, `TOO_MANY_ATTEMPTS_TRY_LATER`, `USER_DISABLED`, `BLOCKING_FUNCTION_ERROR_RESPONSE`.
  public func finalizeMFASignIn(_ request: FinalizeMFASignInRequest, _ caller: Caller)
    async throws(IdentityError) -> FinalizeMFASignInResponse
  {
    guard let credential = request.mfaPendingCredential, !credential.isEmpty else {
      throw .refused(.missingCredential, "Please set MFA Pending Credential.")
    }
    try Self.requireOneKind(request.phoneVerificationInfo, request.totpVerificationInfo)
    if let info = request.recoveryCodeVerificationInfo {
      guard request.phoneVerificationInfo == nil, request.totpVerificationInfo == nil,
        request.passkeyVerificationInfo == nil
      else { throw .malformed(Self.oneKind) }
      guard let text = info.recoveryCode, !text.isEmpty else { throw .refused(.missingCode) }
      guard let code = RecoveryCode(text) else { throw .refused(.invalidCode) }
      return try await finish(credential, withRecoveryCode: code, insteadOf: nil, caller)
    }
    // Official SDKs know only factors' codes, and send any code that the user enters.
    let typed = request.totpVerificationInfo.map(\.verificationCode) ?? request.phoneVerificationInfo?.code
    if let code = typed.flatMap({ $0 }).flatMap(RecoveryCode.init) {
      let id = request.mfaEnrollmentId.flatMap { $0.isEmpty ? nil : $0 }
      return try await finish(credential, withRecoveryCode: code, insteadOf: id, caller)
    }
    if let info = request.passkeyVerificationInfo {
      guard request.phoneVerificationInfo == nil, request.totpVerificationInfo == nil else {
        throw .malformed(Self.oneKind)
      }
      return try await finish(credential, withPasskey: info.authenticatorAuthenticationResponse, caller)
    }
    if let info = request.totpVerificationInfo {
      return try await finish(
        credential, withPassword: info.verificationCode, of: request.mfaEnrollmentId, caller)
    }
    guard let info = request.phoneVerificationInfo else {
      throw .refused(.invalidArgument, "MFA provider not supported!")
    }
    let pending = try await presented(credential, caller)
    let phone = try await verifyCode(of: info, for: .mfaSignInCode, caller) {
      $0.accountID == pending.account.id && $0.pendingCredential == pending.hash
    } guess: {
      .secondFactor($0.enrollmentID ?? "", of: pending.account.id)
    }
    let number = phone.verification.phoneNumber
    return try await redeeming(phone, caller) {
      var response = try await finish(
        credential, phone.consumptions, caller
      ) { account in
        account.factors.first {
          $0.enrollmentID == phone.verification.enrollmentID && $0.phoneNumber == number
        }?.fact
      }
      response.phoneAuthInfo = FinalizeMFAPhoneResponseInfo(phoneNumber: number)
      return response
    }
  }

  private func finish(
    _ credential: String, withPassword password: String?, of enrollmentID: String?, _ caller: Caller
  ) async throws(IdentityError) -> FinalizeMFASignInResponse {
    guard let id = enrollmentID, !id.isEmpty else {
      throw .refused(.missingMFAEnrollmentID, "No second factor identifier is provided.")
    }
    guard let password, !password.isEmpty else { throw .refused(.missingCode) }
    let pending = try await presented(credential, caller)
    let now = clock.now()
    let factor = try pending.factor(id)
    guard case .totp(let sealed) = factor.kind else {
      throw .refused(.invalidArgument, "MFA provider not supported!")
    }
    let secret = try projects.totpSecret(sealed, of: id, pending.account.id, in: caller.scope)
    let consumptions = try await verify(
      password, of: secret, id, pending.account.id, as: .secondFactor(id, of: pending.account.id), caller,
      now: now)
    return try await retryingConflicts {
      do {
        return try await finish(
          credential, consumptions, caller
        ) { account in account.factor(id).flatMap { $0.kind == factor.kind ? $0.fact : nil } }
      } catch StoreError.alreadyRedeemed {
        throw IdentityError.refused(.invalidCode).because("the one-time password was used before")
      } catch StoreError.artifactGone {
        throw IdentityError.refused(.invalidMFAPendingCredential)
      }
    }
  }

  /// Decides from the stored state and writes the decision.
  ///
  /// - Parameter prove: returns the proved factor, if the account still has it, and notes its use.
  func finish(
    _ credential: String, _ consumptions: [StoreWrite], _ caller: Caller,
    prove: (inout Account) throws -> SignInFacts.SecondFactor?
  ) async throws -> FinalizeMFASignInResponse {
    let pending = try await presented(credential, caller)
    var decided: LinkDecision?
    if let identity = pending.payload.identity { decided = try await decision(about: identity, caller) }
    var signIn = try pending.payload.resumed(for: pending.account, decided, now: clock.now())
    if let identity = pending.payload.identity {
      try keepGrant(of: identity, in: &signIn.account, caller)
    }
    guard let fact = try prove(&signIn.account) else { throw IdentityError.refused(.mfaEnrollmentNotFound) }
    signIn.facts.secondFactor = fact
    signIn.consumptions = [pending.consumption] + consumptions
    guard case .signedIn(_, let tokens) = try await finish(signIn, caller) else {
      throw IdentityError.unavailable(.internalError, cause: "a second factor was asked for twice")
    }
    return FinalizeMFASignInResponse(idToken: tokens.idToken, refreshToken: tokens.refreshToken)
  }

  private func decision(about identity: ProviderIdentity, _ caller: Caller) async throws -> LinkDecision {
    // If the provider was disabled meanwhile, its earlier proofs are refused too.
    if !identity.isUnsignedDevelopmentCredential {
      _ = try enabledProvider(identity.providerID, caller, credential: identity.federatedID)
    }
    return try await decide(
      on: identity, current: nil, mayMakeAccount: false, caller, now: clock.now()
    ).decision
  }
}
