#if canImport(Darwin) && canImport(AuthenticationServices)
  import AuthenticationServices
  import Foundation

  extension AppleSignIn {
    /// Begins an attempt, and has a request ask for its nonce.
    ///
    /// - Parameter scopes: the claims to ask the user for; Apple tells them at the first sign-in alone.
    @MainActor public func prepare(
      _ request: ASAuthorizationAppleIDRequest, scopes: [ASAuthorization.Scope] = [.fullName, .email]
    ) {
      request.requestedScopes = scopes
      request.nonce = begin()
    }

    /// Makes a credential of Apple's answer to the request that was prepared last, which ends the attempt.
    ///
    /// - Throws: ``AuthError`` as ``credential(identityToken:fullName:)`` does; with `invalidCredential` for an answer of
    ///   another kind, as a password.
    @MainActor public func credential(of authorization: ASAuthorization) throws -> OAuthCredential {
      guard let apple = authorization.credential as? ASAuthorizationAppleIDCredential else {
        throw AuthError(.invalidCredential, "The answer is none of Sign in with Apple.")
      }
      return try credential(identityToken: apple.identityToken, fullName: apple.fullName)
    }

    /// Signs in with what came of the request that was prepared last. An error does not end the attempt: it may be of an
    /// earlier request.
    ///
    /// - Throws: ``AuthError``, and Apple's own error (`ASAuthorizationError`), as with `canceled` when the user gave up.
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
