import Identity
import IdentityWire

extension IdentityService {
  /// `v2/accounts/mfaEnrollment:withdraw`: the factor is the account's no longer.
  ///
  /// Every other session ends. The new one keeps the second factor that it was begun with, even if that is
  /// the one that went, as long as the account has another.
  ///
  /// - Throws: `MISSING_ID_TOKEN`, `MFA_ENROLLMENT_NOT_FOUND`, `TOKEN_EXPIRED`,
  ///   `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`.
  public func withdrawMFA(_ request: WithdrawMFARequest, _ caller: Caller) async throws(IdentityError)
    -> WithdrawMFAResponse
  {
    try await retryingConflicts {
      var (token, account) = try await identify(request.idToken, caller)
      // In this order: a factor that is not there is nobody's to withdraw, and the official service says so
      // to the tokens that enrolling one has just ended.
      guard let id = request.mfaEnrollmentId, let factor = account.factor(id) else {
        throw IdentityError.refused(.mfaEnrollmentNotFound)
      }
      try requireValid(token, for: account)
      try requireRecentSignIn(token, of: account)
      account.factors.removeAll { $0.enrollmentID == id }
      let notice = try secondFactorNotice(.secondFactorRemoved, factor, of: account, caller)
      let tokens = try await replaceSessions(
        of: &account, token, secondFactor: account.factors.isEmpty ? nil : token.signIn.secondFactor, caller,
        alsoWriting: notice?.writes ?? [], now: clock.now())
      await notify(notice)
      return WithdrawMFAResponse(
        idToken: tokens.idToken, refreshToken: tokens.refreshToken, expiresIn: tokens.expiresIn)
    }
  }
}
