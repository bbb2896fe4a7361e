import FirebaseAuth

extension Session {
  /// Describes the request for GitHub's pages.
  var github: OAuthProvider {
    let provider = OAuthProvider(providerID: "github.com", auth: auth)
    provider.scopes = ["user:email"]
    provider.customParameters = ["allow_signup": "false"]
    return provider
  }

  /// Signs in on GitHub's pages.
  ///
  /// - Returns: The GitHub user; nil if the sign-in failed.
  func signInWithGitHub() async -> GitHubUser? {
    var result: AuthDataResult?
    await attempt {
      let credential = try await github.credential(with: nil)
      let signedIn = try await auth.signIn(with: credential)
      result = signedIn
      return signedIn
    }
    return result.flatMap(GitHubUser.init)
  }
}
