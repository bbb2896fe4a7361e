import Foundation

/// Makes credentials of GitHub access tokens.
open class GitHubAuthProvider: NSObject {
  /// `github.com`.
  public static let id = "github.com"

  @available(*, unavailable) override public init() { super.init() }

  /// Of an access token that the app has from GitHub.
  open class func credential(withToken token: String) -> AuthCredential {
    OAuthCredential(providerID: id, accessToken: token)
  }
}
