import FirebaseAuth

/// GitHub's data about a user, from a sign-in.
struct GitHubUser {
  let login: String
  /// A token for GitHub's API. The server does not keep it, so it is available now only.
  let accessToken: String

  init?(_ result: AuthDataResult) {
    guard let login = result.additionalUserInfo?.username, let token = result.credential?.accessToken else {
      return nil
    }
    self.login = login
    accessToken = token
  }
}
