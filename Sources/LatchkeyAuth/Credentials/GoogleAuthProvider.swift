import Foundation

/// Makes credentials of Google's tokens.
open class GoogleAuthProvider: NSObject {
  public static let id = "google.com"

  @available(*, unavailable) override public init() { super.init() }

  open class func credential(withIDToken idToken: String, accessToken: String) -> AuthCredential {
    OAuthCredential(providerID: id, idToken: idToken, accessToken: accessToken)
  }
}
