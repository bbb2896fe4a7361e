import Foundation

/// Makes credentials for classic Facebook Login. For Limited Login use ``OAuthProvider``.
open class FacebookAuthProvider: NSObject {
  /// `facebook.com`.
  public static let id = "facebook.com"

  @available(*, unavailable) override public init() { super.init() }

  /// Returns the credential of an access token. With an ID token of Limited Login, the sign-in fails, and the
  /// error says what to use instead.
  open class func credential(withAccessToken accessToken: String) -> AuthCredential {
    OAuthCredential(providerID: id, accessToken: accessToken)
  }

  /// Rejects ID tokens. Under Limited Login, Facebook's SDK returns an ID token in place of an access token.
  /// Only the token's format shows the difference.
  static func check(_ accessToken: String) throws {
    let parts = accessToken.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].hasPrefix("eyJ") else { return }
    throw AuthError(
      .invalidCredential,
      "The access token is an ID token of Facebook Limited Login. Make the credential with "
        + "OAuthProvider.credential(withProviderID: \"facebook.com\", idToken:rawNonce:).")
  }
}
