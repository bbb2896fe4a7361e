import Foundation

extension Auth {
  /// Begins a sign-in with a passkey, for an app that asks the authenticator itself. Nobody is named: the passkey says whose
  /// it is.
  ///
  /// - Throws: ``AuthError`` with `operationNotAllowed`, `tooManyRequests`…
  public func passkeyRequestOptions() async throws -> PasskeyRequestOptions {
    try await engine.startPasskeySignIn()
  }

  /// Signs in with what an authenticator answered to ``passkeyRequestOptions()``.
  ///
  /// - Throws: ``AuthError`` with `invalidAuthenticatorResponse`, `missingPasskeyEnrollment`, `sessionExpired` for a
  ///   challenge that no longer holds, `secondFactorRequired`…
  @discardableResult public func finalizePasskeySignIn(with assertion: PasskeyAssertion) async throws
    -> AuthDataResult
  {
    try await core.signIn { try await engine.finalizePasskeySignIn(assertion) }
  }
}
