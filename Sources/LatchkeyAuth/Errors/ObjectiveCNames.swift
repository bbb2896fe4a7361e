import Foundation

// The constants that FirebaseAuth imports from Objective-C, under their Swift names.

/// ``AuthErrors/domain``.
public let AuthErrorDomain: String = AuthErrors.domain
/// ``AuthErrors/userInfoNameKey``.
public let AuthErrorUserInfoNameKey: String = AuthErrors.userInfoNameKey
/// ``AuthErrors/userInfoEmailKey``.
public let AuthErrorUserInfoEmailKey: String = AuthErrors.userInfoEmailKey
/// ``AuthErrors/userInfoUpdatedCredentialKey``.
public let AuthErrorUserInfoUpdatedCredentialKey: String = AuthErrors.userInfoUpdatedCredentialKey
/// ``AuthErrors/userInfoMultiFactorResolverKey``.
public let AuthErrorUserInfoMultiFactorResolverKey: String = AuthErrors.userInfoMultiFactorResolverKey

/// The provider of accounts with an e-mail address and a password, or a mailed link.
public let EmailAuthProviderID: String = "password"
/// The sign-in method by mailed link.
public let EmailLinkAuthSignInMethod: String = "emailLink"
/// The sign-in method by e-mail address and password.
public let EmailPasswordAuthSignInMethod: String = "password"

/// ``FacebookAuthProvider/id``.
public let FacebookAuthProviderID: String = "facebook.com"
/// The sign-in method with Facebook: `facebook.com`.
public let FacebookAuthSignInMethod: String = "facebook.com"
/// ``GameCenterAuthProvider/id``.
public let GameCenterAuthProviderID: String = "gc.apple.com"
/// The sign-in method with Game Center: `gc.apple.com`.
public let GameCenterAuthSignInMethod: String = "gc.apple.com"
/// ``GitHubAuthProvider/id``.
public let GitHubAuthProviderID: String = "github.com"
/// The sign-in method with GitHub: `github.com`.
public let GitHubAuthSignInMethod: String = "github.com"
/// ``GoogleAuthProvider/id``.
public let GoogleAuthProviderID: String = "google.com"
/// The sign-in method with Google: `google.com`.
public let GoogleAuthSignInMethod: String = "google.com"
/// ``PhoneAuthProvider/id``.
public let PhoneAuthProviderID: String = "phone"
/// The sign-in method with a telephone number: `phone`.
public let PhoneAuthSignInMethod: String = "phone"
/// ``TwitterAuthProvider/id``.
public let TwitterAuthProviderID: String = "twitter.com"
/// The sign-in method with Twitter: `twitter.com`.
public let TwitterAuthSignInMethod: String = "twitter.com"

/// `factorID` of a second factor by text message.
public let PhoneMultiFactorID: String = "phone"
/// `factorID` of a second factor by authenticator app (TOTP, RFC 6238).
public let TOTPMultiFactorID: String = "totp"

/// The return value of `addStateDidChangeListener`. Pass it to the method that removes the listener.
public typealias AuthStateDidChangeListenerHandle = any NSObjectProtocol
/// The return value of `addIDTokenDidChangeListener`. Pass it to the method that removes the listener.
public typealias IDTokenDidChangeListenerHandle = any NSObjectProtocol

extension Notification.Name {
  /// Posted when a user signed in or out. Its object is the `Auth`.
  public static let AuthStateDidChange = Notification.Name("FIRAuthStateDidChangeNotification")
}
