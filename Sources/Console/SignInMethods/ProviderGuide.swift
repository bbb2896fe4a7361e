import IdentityProviders

/// The console's guide to a provider: its name, and the steps for getting the values of its form.
struct ProviderGuide: Sendable {
  struct Step: Sendable {
    let text: String
  }

  let steps: [Step]
  /// The address at the provider where the steps begin.
  let address: String?

  init(_ providerID: String, _ texts: ConsoleTexts) {
    let (key, count) = Self.steps(of: providerID)
    steps = (1...count).map { Step(text: texts("methods.guide.\(key).\($0)")) }
    address = ProviderCatalog.entry(for: providerID)?.registration
  }

  /// The key of the steps' texts, and their number.
  static func steps(of providerID: String) -> (key: String, count: Int) {
    switch providerID {
    case "apple.com": ("apple", 5)
    case "facebook.com": ("facebook", 5)
    case "github.com": ("github", 3)
    case "google.com": ("google", 5)
    case "linkedin.com": ("linkedIn", 3)
    case "microsoft.com": ("microsoft", 5)
    case "oidc.line": ("line", 4)
    case "playgames.google.com": ("playGames", 3)
    case "yahoo.com": ("yahoo", 3)
    case GameCenterVerifier.providerID: ("gameCenter", 2)
    case "twitter.com": ("twitter", 4)
    case _ where providerID.hasPrefix("saml."): ("saml", 4)
    case _ where providerID.hasPrefix("oauth."): ("oauth", 4)
    case _ where providerID.hasPrefix("oidc."): ("oidc", 3)
    // The two steps of every OAuth provider.
    default: ("oidc", 2)
    }
  }

  static func name(of providerID: String, _ displayName: String?) -> String {
    if let displayName, !displayName.isEmpty { return displayName }
    if let preset = OpenIDPreset(for: providerID) { return preset.name }
    // A project may have several OpenID and SAML providers, so the protocol's name would not tell them apart.
    if providerID.hasPrefix("oidc.") || providerID.hasPrefix("saml.") { return providerID }
    return ProviderCatalog.entry(for: providerID)?.name ?? providerID
  }

  static func hasWebFlow(_ providerID: String) -> Bool {
    providerID.hasPrefix("saml.") || ProviderCatalog.entry(for: providerID)?.hasWebFlow ?? false
  }
}
