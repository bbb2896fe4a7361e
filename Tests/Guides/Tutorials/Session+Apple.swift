import AuthenticationServices
import FirebaseAuth

extension Session {
  struct MissingToken: Error {}

  /// Signs in with Apple's answer to a request that contained the nonce's hash.
  func signIn(withApple answer: Result<ASAuthorization, any Error>, nonce: Nonce) async {
    await attempt {
      do {
        let apple = try answer.get().credential as? ASAuthorizationAppleIDCredential
        guard let data = apple?.identityToken, let token = String(data: data, encoding: .utf8) else {
          throw MissingToken()
        }
        let credential = OAuthProvider.appleCredential(
          withIDToken: token, rawNonce: nonce.raw, fullName: apple?.fullName)
        return try await auth.signIn(with: credential)
      } catch let error as ASAuthorizationError where error.code == .canceled {
        throw CancellationError()
      }
    }
  }
}
