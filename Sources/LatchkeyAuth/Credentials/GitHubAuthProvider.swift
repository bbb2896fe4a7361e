import Foundation

/// Makes credentials from GitHub access tokens.
open class GitHubAuthProvider: NSObject {
  /// `github.com`.
  public static let id = "github.com"

  @available(*, unavailable) override public init() { super.init() }

  /// Returns the credential of an access token that the app got from GitHub.
  open class func credential(withToken token: String) -> AuthCredential {
    OAuthCredential(providerID: id, accessToken: token)
  }
}
