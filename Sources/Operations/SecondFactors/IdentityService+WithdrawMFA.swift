import Identity
import IdentityWire

extension IdentityService {
  /// `v2/accounts/mfaEnrollment:withdraw`: removes a second factor from the account.
  ///
  /// Every other session ends. The new session keeps the second factor of the sign-in, even if that factor was removed,
  /// as long as the account has another factor.
  ///
  /// - Throws: `MISSING_ID_TOKEN`, `MFA_ENROLLMENT_NOT_FOUND`, `TOKEN_EXPIRED`, `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`;
  ///   `OPERATION_NOT_ALLOWED` for the last factor if a second factor is required.
  public func withdrawMFA(_ request: WithdrawMFARequest, _ caller: Caller) async throws(IdentityError)
    -> WithdrawMFAResponse
  {
    try await retryingConflicts {
      let (token, account) = try await identify(request.idToken, caller)
      let now = clock.now()
      let change = try SecondFactorChange.withdrawal(
        of: request.mfaEnrollmentId, by: token.session, from: account,
        secondFactors: caller.secondFactorPolicy(now: now), now: now)
      let tokens = try await apply(change, .secondFactorRemoved, by: token.session, caller, now: now)
      return WithdrawMFAResponse(
        idToken: tokens.idToken, refreshToken: tokens.refreshToken, expiresIn: tokens.expiresIn)
    }
  }
}
