/// The providers that the lab plays, spelled as Identity Toolkit spells them.
public enum LabProviderID: String, Sendable, CaseIterable {
  case apple = "apple.com"
  case facebook = "facebook.com"
  case github = "github.com"
  case google = "google.com"
  /// The generic OpenID provider; every `oidc.…` id means it.
  case openID = "oidc"
  /// The SAML 2.0 identity provider; every `saml.…` id means it.
  case saml

  /// Nil for a provider that the lab does not play.
  public init?(named text: String) {
    if let known = Self(rawValue: text) {
      self = known
    } else if text.hasPrefix("oidc.") {
      self = .openID
    } else if text.hasPrefix("saml.") {
      self = .saml
    } else {
      return nil
    }
  }
}
