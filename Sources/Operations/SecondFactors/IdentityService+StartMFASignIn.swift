import Identity
import IdentityWire
import Secrets

/// A presented pending credential, with the account's current state.
struct PresentedMFAPendingCredential: Sendable {
  var payload: MFAPendingCredential
  var account: Account
  var consumption: StoreWrite
  var hash: [UInt8]

  /// Returns the factor that a code is to prove.
  ///
  /// - Throws: `MFA_ENROLLMENT_NOT_FOUND`. A passkey has no codes, so the text says what to do instead.
  func factor(_ id: String) throws(IdentityError) -> EnrolledFactor {
    if let factor = account.factor(id) { return factor }
    guard account.passkeys.contains(where: { $0.fact.enrollmentID == id }) else {
      throw .refused(.mfaEnrollmentNotFound)
    }
    throw .refused(.mfaEnrollmentNotFound, "Sign in with your passkey instead of a code.")
  }
}

extension IdentityService {
  /// `v2/accounts/mfaSignIn:start`: sends the code for a phone as a second factor, or returns the request for
  /// a passkey. Other factors need no start.
  ///
  /// - Throws: `MISSING_MFA_PENDING_CREDENTIAL`, `MISSING_MFA_ENROLLMENT_ID`, `INVALID_MFA_PENDING_CREDENTIAL`,
  ///   `USER_DISABLED`, `MFA_ENROLLMENT_NOT_FOUND`; the errors of ``requireCaptcha(_:for:to:_:)`` and ``sendCode(to:for:_:_:)``.
  public func startMFASignIn(_ request: StartMFASignInRequest, _ caller: Caller) async throws(IdentityError)
    -> StartMFASignInResponse
  {
    guard let credential = request.mfaPendingCredential, !credential.isEmpty else {
      throw .refused(.missingMFAPendingCredential, "Request does not have MFA pending credential.")
    }
    if request.passkeySignInInfo != nil {
      guard request.phoneSignInInfo == nil else { throw .malformed(Self.oneKind) }
      var response = StartMFASignInResponse()
      response.passkeyResponseInfo = try await startPasskeyFactor(credential, caller)
      return response
    }
    guard let id = request.mfaEnrollmentId, !id.isEmpty else {
      throw .refused(.missingMFAEnrollmentID, "No second factor identifier is provided.")
    }
    let pending = try await presented(credential, caller)
    guard let number = try pending.factor(id).phoneNumber else {
      throw .refused(.invalidArgument, "MFA provider not supported!")
    }
    if caller.signIn.testCode(of: number) == nil {
      try await requireCaptcha(request.phoneSignInInfo?.captchaResponse, for: .sms, caller)
    }
    let sessionInfo = try await sendCode(to: number, for: .mfaSignInCode, caller) {
      $0.accountID = pending.account.id
      $0.enrollmentID = id
      $0.pendingCredential = pending.hash
    }
    var response = StartMFASignInResponse()
    response.phoneResponseInfo = StartMFAPhoneResponseInfo(sessionInfo: sessionInfo)
    return response
  }

  /// - Throws: `INVALID_MFA_PENDING_CREDENTIAL` if it is unknown, redeemed, expired or revoked;
  ///   `USER_DISABLED`.
  func presented(_ credential: String, _ caller: Caller) async throws(IdentityError)
    -> PresentedMFAPendingCredential
  {
    let invalid = IdentityError.refused(.invalidMFAPendingCredential)
    guard let token = OpaqueToken(presented: credential),
      let (payload, _, consumption) = try await vault.read(
        MFAPendingCredential.self, credential, for: .mfaPendingCredential, scope: caller.scope,
        now: clock.now())
    else { throw invalid }
    let found = try await storing { () async throws(StoreError) in
      try await store.account(payload.accountID, in: caller.scope)
    }
    guard let account = found else { throw invalid }
    if account.disabled { throw .refused(.userDisabled) }
    guard account.tokenEpoch == payload.tokenEpoch else { throw invalid }
    return PresentedMFAPendingCredential(
      payload: payload, account: account, consumption: consumption,
      hash: Array(token.hash(for: .mfaPendingCredential)))
  }
}
