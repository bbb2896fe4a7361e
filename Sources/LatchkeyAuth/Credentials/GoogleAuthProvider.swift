import Foundation

/// Makes credentials from Google's tokens.
open class GoogleAuthProvider: NSObject {
  /// `google.com`.
  public static let id = "google.com"

  @available(*, unavailable) override public init() { super.init() }

  /// Returns the credential of the tokens that Google's own SDK issues. The access token may be empty.
  open class func credential(withIDToken idToken: String, accessToken: String) -> AuthCredential {
    OAuthCredential(providerID: id, idToken: idToken, accessToken: accessToken)
  }
}
