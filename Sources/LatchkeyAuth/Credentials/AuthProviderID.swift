/// The id of an identity provider.
public struct AuthProviderID: Equatable, Sendable {
  /// The server's id of the provider, such as `github.com`.
  public let rawValue: String

  /// Sign in with Apple: `apple.com`.
  public static var apple: Self { Self(rawValue: "apple.com") }
  /// E-mail address with password or link: `password`.
  public static var email: Self { Self(rawValue: EmailAuthProvider.id) }
  /// Facebook: `facebook.com`.
  public static var facebook: Self { Self(rawValue: FacebookAuthProvider.id) }
  /// Game Center: `gc.apple.com`.
  public static var gameCenter: Self { Self(rawValue: GameCenterAuthProvider.id) }
  /// GitHub: `github.com`.
  public static var gitHub: Self { Self(rawValue: GitHubAuthProvider.id) }
  /// Google: `google.com`.
  public static var google: Self { Self(rawValue: GoogleAuthProvider.id) }
  /// Telephone number: `phone`.
  public static var phone: Self { Self(rawValue: PhoneAuthProvider.id) }

  /// Any other provider, such as `oidc.company`.
  public static func custom(_ value: String) -> Self { Self(rawValue: value) }
}
