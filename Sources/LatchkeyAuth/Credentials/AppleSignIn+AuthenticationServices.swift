#if canImport(Darwin) && canImport(AuthenticationServices)
  import AuthenticationServices
  import Foundation

  extension AppleSignIn {
    /// Begins an attempt, and adds its nonce to a request.
    ///
    /// - Parameter scopes: the claims to ask the user for. Apple returns them at the first sign-in only.
    @MainActor public func prepare(
      _ request: ASAuthorizationAppleIDRequest, scopes: [ASAuthorization.Scope] = [.fullName, .email]
    ) {
      request.requestedScopes = scopes
      request.nonce = begin()
    }

    /// Makes a credential from Apple's answer to the most recently prepared request. This ends the attempt.
    ///
    /// - Throws: the errors of ``credential(identityToken:fullName:)``; ``AuthError`` with
    ///   `invalidCredential` for an answer of another kind, such as a password.
    @MainActor public func credential(of authorization: ASAuthorization) throws -> OAuthCredential {
      guard let apple = authorization.credential as? ASAuthorizationAppleIDCredential else {
        throw AuthError(.invalidCredential, "The answer is not from Sign in with Apple.")
      }
      return try credential(identityToken: apple.identityToken, fullName: apple.fullName)
    }

    /// Signs in with the result of the most recently prepared request. An error does not end the attempt,
    /// because it may belong to an earlier request.
    ///
    /// - Throws: ``AuthError``, and Apple's own error (`ASAuthorizationError`), for example `canceled` if the
    ///   user cancelled.
    @MainActor @discardableResult public func signIn(
      with result: Result<ASAuthorization, any Error>
    ) async throws -> AuthDataResult {
      switch result {
      case .failure(let error):
        throw error
      case .success(let authorization):
        return try await auth.signIn(with: try credential(of: authorization))
      }
    }
  }
#endif
