import Foundation

/// Makes credentials of GitHub access tokens.
open class GitHubAuthProvider: NSObject {
  public static let id = "github.com"

  @available(*, unavailable) override public init() { super.init() }

  open class func credential(withToken token: String) -> AuthCredential {
    OAuthCredential(providerID: id, accessToken: token)
  }
}
