import Foundation
import IdentityWire

extension User {
  /// The user's passkeys, as of the last ``reload()``.
  public var enrolledPasskeys: [PasskeyInfo]? { session.profile.passkeys?.map(PasskeyInfo.init) }

  /// Begins to add a passkey, for an app that calls the authenticator itself.
  ///
  /// - Throws: ``AuthError`` with `requiresRecentLogin`, `operationNotAllowed`, `quotaExceeded`…
  public func passkeyCreationOptions() async throws -> PasskeyCreationOptions {
    try await core.withTokens(of: self) { [engine] in
      try await engine.startPasskeyEnrollment(idToken: $0.idToken)
    }
  }

  /// Adds the passkey that an authenticator created with ``passkeyCreationOptions()``.
  ///
  /// - Parameters:
  ///   - registration: the authenticator's answer.
  ///   - name: the passkey's name in the user's list.
  /// - Throws: ``AuthError`` with `invalidAuthenticatorResponse`, `sessionExpired` for an expired challenge,
  ///   `credentialAlreadyInUse`…
  @discardableResult public func finalizePasskeyEnrollment(
    with registration: PasskeyRegistration, name: String? = nil
  ) async throws -> AuthDataResult {
    try await core.withTokens(of: self) { tokens in
      let answer = try await self.engine.finalizePasskeyEnrollment(
        registration, name: name, idToken: tokens.idToken)
      try await self.take(answer.tokens, after: tokens)
      return AuthDataResult(self, answer)
    }
  }

  /// Removes a passkey by its ``PasskeyInfo/credentialID``.
  ///
  /// - Throws: ``AuthError`` with `missingPasskeyEnrollment`, `requiresRecentLogin`, and with
  ///   `operationNotAllowed` if the passkey is the user's last sign-in method.
  public func unenrollPasskey(withCredentialID credentialID: String) async throws {
    guard !credentialID.isEmpty else { throw AuthError(.missingPasskeyEnrollment) }
    try await update(["deletePasskey": [.string(credentialID)]])
  }
}
