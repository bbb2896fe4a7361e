import Foundation

/// Makes credentials from Twitter's OAuth 1.0a tokens.
open class TwitterAuthProvider: NSObject {
  /// `twitter.com`.
  public static let id = "twitter.com"

  @available(*, unavailable) override public init() { super.init() }

  /// Returns the credential of an OAuth 1.0a token and its secret.
  open class func credential(withToken token: String, secret: String) -> AuthCredential {
    OAuthCredential(providerID: id, accessToken: token, secret: secret)
  }
}
