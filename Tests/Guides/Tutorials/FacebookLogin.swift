import FBSDKLoginKit

/// Asks Facebook for tokens.
@MainActor enum FacebookLogin {
  struct MissingToken: Error {}

  /// Shows Facebook's pages.
  ///
  /// - Returns: An access token.
  static func accessToken() async throws -> String {
    let configuration = LoginConfiguration(permissions: [.publicProfile, .email])
    return try await withCheckedThrowingContinuation { continuation in
      LoginManager().logIn(configuration: configuration) { result in
        switch result {
        case .success(_, _, let token?):
          continuation.resume(returning: token.tokenString)
        case .success:
          continuation.resume(throwing: MissingToken())
        case .cancelled:
          continuation.resume(throwing: CancellationError())
        case .failed(let error):
          continuation.resume(throwing: error)
        }
      }
    }
  }
}
