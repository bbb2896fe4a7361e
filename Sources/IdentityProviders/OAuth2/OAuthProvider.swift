import Identity

extension Provider {
  /// A plain OAuth 2.0 provider, described by its settings.
  static func oAuth(_ providerID: String) -> Provider {
    var provider = Provider(providerID, providerID) { OAuthVerifier(services: $0) }
    provider.credentials = [.authorizationCode]
    provider.takesPKCE = true
    provider.fields = [.clientID, .clientSecret, .profile]
    provider.revocation = .token
    provider.provesByIDToken = false
    return provider
  }

  /// Returns the provider, completed by its settings.
  func described(by settings: ProviderSettings) -> Provider {
    guard fields.contains(.profile) else { return self }
    let dialect = settings.dialect ?? OAuthDialect()
    var provider = self
    provider.defaultScopes = dialect.scopes
    provider.scopeSeparator = dialect.scopeSeparator
    provider.takesPKCE = dialect.usesPKCE
    return provider
  }
}
