import FirebaseAuth

/// GitHub's data about a user, from a sign-in.
struct GitHubUser {
  let login: String
  /// A token for GitHub's API. The server does not store this token, so it is available only now.
  let accessToken: String

  init?(_ result: AuthDataResult) {
    guard let login = result.additionalUserInfo?.username, let token = result.credential?.accessToken else {
      return nil
    }
    self.login = login
    accessToken = token
  }
}
