import Foundation

/// Makes credentials of classic Facebook Login. Limited Login's are made by ``OAuthProvider``.
open class FacebookAuthProvider: NSObject {
  /// `facebook.com`.
  public static let id = "facebook.com"

  @available(*, unavailable) override public init() { super.init() }

  /// Of an access token. An ID token of Limited Login is told from it at the sign-in, and refused with an
  /// error that says what to use instead.
  open class func credential(withAccessToken accessToken: String) -> AuthCredential {
    OAuthCredential(providerID: id, accessToken: accessToken)
  }

  /// Under Limited Login, Facebook's SDK hands out an ID token in the place of an access token, and nothing says
  /// so but its form.
  static func check(_ accessToken: String) throws {
    let parts = accessToken.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].hasPrefix("eyJ") else { return }
    throw AuthError(
      .invalidCredential,
      "The access token is an ID token of Facebook Limited Login. Make the credential with "
        + "OAuthProvider.credential(withProviderID: \"facebook.com\", idToken:rawNonce:).")
  }
}
