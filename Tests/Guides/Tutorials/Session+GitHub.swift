import FirebaseAuth

extension Session {
  /// GitHub's pages, as this app asks for them.
  var github: OAuthProvider {
    let provider = OAuthProvider(providerID: "github.com", auth: auth)
    provider.scopes = ["user:email"]
    provider.customParameters = ["allow_signup": "false"]
    return provider
  }

  /// Signs in at GitHub's pages.
  ///
  /// - Returns: The GitHub user; nil if nobody was signed in.
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
