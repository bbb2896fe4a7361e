import Foundation

extension Auth {
  /// Begins a sign-in with a passkey, for an app that calls the authenticator itself. The request names no
  /// user: the passkey identifies the user.
  ///
  /// - Throws: ``AuthError`` with `operationNotAllowed`, `tooManyRequests`…
  public func passkeyRequestOptions() async throws -> PasskeyRequestOptions {
    try await engine.startPasskeySignIn()
  }

  /// Signs in with an authenticator's answer to ``passkeyRequestOptions()``.
  ///
  /// - Throws: ``AuthError`` with `invalidAuthenticatorResponse`, `missingPasskeyEnrollment`,
  ///   `sessionExpired` for an expired challenge, `secondFactorRequired`…
  @discardableResult public func finalizePasskeySignIn(with assertion: PasskeyAssertion) async throws
    -> AuthDataResult
  {
    try await core.signIn { try await engine.finalizePasskeySignIn(assertion) }
  }
}
