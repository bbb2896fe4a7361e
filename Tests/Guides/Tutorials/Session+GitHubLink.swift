import FirebaseAuth

extension Session {
  /// Lets the signed-in user sign in with GitHub from now on, too.
  func linkGitHub() async {
    await attempt {
      guard let user else { throw AuthErrorCode.nullUser }
      return try await user.link(with: try await github.credential(with: nil))
    }
  }
}
