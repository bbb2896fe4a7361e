import Foundation

/// Makes credentials of Twitter's OAuth 1.0a tokens.
open class TwitterAuthProvider: NSObject {
  /// `twitter.com`.
  public static let id = "twitter.com"

  @available(*, unavailable) override public init() { super.init() }

  /// Of an OAuth 1.0a token and its secret.
  open class func credential(withToken token: String, secret: String) -> AuthCredential {
    OAuthCredential(providerID: id, accessToken: token, secret: secret)
  }
}
