/// The providers that the lab plays, spelled as Identity Toolkit spells them.
public enum LabProviderID: String, Sendable, CaseIterable {
  case apple = "apple.com"
  case facebook = "facebook.com"
  case github = "github.com"
  case google = "google.com"
  case linkedIn = "linkedin.com"
  case microsoft = "microsoft.com"
  case playGames = "playgames.google.com"
  case yahoo = "yahoo.com"
  /// LINE, by way of an OpenID provider's settings.
  case line = "oidc.line"
  /// The service of plain OAuth 2.0; every `oauth.…` id means it.
  case oauth
  /// The generic OpenID provider; every `oidc.…` id means it.
  case openID = "oidc"
  /// The SAML 2.0 identity provider; every `saml.…` id means it.
  case saml
  case twitter = "twitter.com"

  /// Nil for a provider that the lab does not play.
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
