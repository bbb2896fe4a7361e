import FBSDKLoginKit

extension FacebookLogin {
  /// Shows Facebook's pages without letting Facebook track the user.
  ///
  /// - Returns: An ID token that contains the nonce's hash.
  static func idToken(for nonce: Nonce) async throws -> String {
    let configuration = LoginConfiguration(
      permissions: [.publicProfile, .email], tracking: .limited, nonce: nonce.hashed)
    return try await withCheckedThrowingContinuation { continuation in
      LoginManager().logIn(configuration: configuration) { result in
        switch result {
        case .success:
          if let token = AuthenticationToken.current {
            continuation.resume(returning: token.tokenString)
          } else {
            continuation.resume(throwing: MissingToken())
          }
        case .cancelled:
          continuation.resume(throwing: CancellationError())
        case .failed(let error):
          continuation.resume(throwing: error)
        }
      }
    }
  }
}
