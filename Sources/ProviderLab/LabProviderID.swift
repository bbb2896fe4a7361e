/// The providers that the lab plays, with Identity Toolkit's names.
public enum LabProviderID: String, Sendable, CaseIterable {
  case apple = "apple.com"
  case facebook = "facebook.com"
  case github = "github.com"
  case google = "google.com"
  case linkedIn = "linkedin.com"
  case microsoft = "microsoft.com"
  case playGames = "playgames.google.com"
  case yahoo = "yahoo.com"
  /// LINE, which is configured as an OpenID provider.
  case line = "oidc.line"
  /// The plain OAuth 2.0 service. Every `oauth.…` id refers to it.
  case oauth
  /// The generic OpenID provider. Every `oidc.…` id refers to it.
  case openID = "oidc"
  /// The SAML 2.0 identity provider. Every `saml.…` id refers to it.
  case saml
  case twitter = "twitter.com"

  /// The provider with this ID; nil if the lab does not play it.
  public init?(named text: String) {
    if let known = Self(rawValue: text) {
      self = known
    } else if text.hasPrefix("oauth.") {
      self = .oauth
    } else if text.hasPrefix("oidc.") {
      self = .openID
    } else if text.hasPrefix("saml.") {
      self = .saml
    } else {
      return nil
    }
  }
}
