import FirebaseAuth

extension Session {
  /// Lets the signed-in user also sign in with GitHub.
  func linkGitHub() async {
    await attempt {
      guard let user else { throw AuthErrorCode.nullUser }
      return try await user.link(with: try await github.credential(with: nil))
    }
  }
}
