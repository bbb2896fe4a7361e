import FirebaseAuth

/// What GitHub told of a user at a sign-in.
struct GitHubUser {
  let login: String
  /// A token for GitHub's API. The server does not keep it: it is here now, or never.
  let accessToken: String

  init?(_ result: AuthDataResult) {
    guard let login = result.additionalUserInfo?.username, let token = result.credential?.accessToken else {
      return nil
    }
    self.login = login
    accessToken = token
  }
}
