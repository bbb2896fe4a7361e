import IdentityWire

/// The providers of a project or tenant.
public struct ProviderList: Sendable, Equatable {
  public var providers: [ProviderSettings]
  public var samlProviders: [SAMLProviderSettings]

  public init(providers: [ProviderSettings], samlProviders: [SAMLProviderSettings]) {
    self.providers = providers
    self.samlProviders = samlProviders
  }

  public func provider(_ providerID: String) -> ProviderSettings? {
    providers.first { $0.providerID == providerID }
  }

  public func samlProvider(_ providerID: String) -> SAMLProviderSettings? {
    samlProviders.first { $0.providerID == providerID }
  }

  /// The enabled SAML provider that has the address's domain among its discovery domains.
  public func samlProvider(discoveredBy email: EmailAddress) -> SAMLProviderSettings? {
    let domain = String(email.domain)
    return samlProviders.first { $0.enabled && $0.discoveryDomains.containsBytes(of: domain) }
  }

  /// The domains, in lower case, for which a provider's addresses are trusted. Nil means all domains.
  public func emailDomains(of providerID: String) -> [String]? {
    samlProvider(providerID).map(\.emailDomains) ?? provider(providerID)?.emailDomains
  }

  /// Adds the settings. Replaces settings with the same id.
  public mutating func set(_ settings: ProviderSettings) {
    if let index = providers.firstIndex(where: { $0.providerID == settings.providerID }) {
      providers[index] = settings
    } else {
      providers.append(settings)
    }
  }

  public mutating func set(_ settings: SAMLProviderSettings) {
    if let index = samlProviders.firstIndex(where: { $0.providerID == settings.providerID }) {
      samlProviders[index] = settings
    } else {
      samlProviders.append(settings)
    }
  }

  public mutating func remove(_ providerID: String) {
    providers.removeAll { $0.providerID == providerID }
    samlProviders.removeAll { $0.providerID == providerID }
  }
}

extension Project {
  public var providerList: ProviderList {
    get { ProviderList(providers: providers, samlProviders: samlProviders) }
    set { (providers, samlProviders) = (newValue.providers, newValue.samlProviders) }
  }
}

extension Tenant {
  public var providerList: ProviderList {
    get { ProviderList(providers: providers, samlProviders: samlProviders) }
    set { (providers, samlProviders) = (newValue.providers, newValue.samlProviders) }
  }
}
