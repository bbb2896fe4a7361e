import Identity
import IdentityProviders
import IdentityWire

/// Changes a provider's settings together with its secrets. Opens the secrets that the changed settings may keep, and
/// seals them with the given ones.
public struct ProviderEditor: Sendable {
  let projects: ProjectDirectory
  let scope: Scope
  /// The project's apps.
  let apps: [App]
  /// Private hosts that the operator allows an administrator to use.
  var privateHosts = PrivateHosts()
  /// Nil if no page needs to be checked.
  var returnPolicy: ReturnPolicy?

  /// The maximum number of providers in a project or tenant.
  static let maximumCount = 200

  func secrets(_ settings: ProviderSettings) throws(IdentityError) -> ProviderSecrets {
    try projects.secrets(of: settings, in: scope)
  }

  /// Changes a provider's settings. Creates them if needed, enabled and otherwise empty. Every change is
  /// checked here.
  ///
  /// - Throws: the errors of ``ProviderChange/checked(for:)``; `INVALID_ISSUER`, `INVALID_PROVIDER_ID`; if an
  ///   enabled provider would be incomplete, `MISSING_OAUTH_CLIENT_ID`, `MISSING_OAUTH_CLIENT_SECRET` or
  ///   `INVALID_CONFIG` with an ``IncompleteProvider``.
  func edit(
    _ providerID: String, _ change: ProviderChange, for purpose: ProviderCatalog.Purpose,
    in list: inout ProviderList
  ) throws(IdentityError) {
    let provider = try ProviderCatalog.supported(providerID)
    let change = try change.checked(for: provider)
    try edit(provider, for: purpose, in: &list) { (settings) throws(IdentityError) in
      try change.apply(to: &settings, privateHosts: privateHosts)
    } secrets: { (secrets, settings, isMoved) throws(IdentityError) in
      change.apply(to: &secrets)
      try change.requireUsableFlow(settings, secrets, provider, isMoved: isMoved)
      try change.requireRevocation(settings, provider)
    }
  }

  /// - Parameters:
  ///   - change: changes the settings.
  ///   - giveSecrets: changes the secrets that the changed settings keep. Its last argument is true if the change of the
  ///     settings dropped the stored ones.
  func edit(
    _ provider: Provider, for purpose: ProviderCatalog.Purpose, in list: inout ProviderList,
    _ change: (inout ProviderSettings) throws(IdentityError) -> Void,
    secrets giveSecrets: (inout ProviderSecrets, ProviderSettings, Bool) throws(IdentityError) -> Void
  ) throws(IdentityError) {
    let known = list.provider(provider.providerID)
    var settings = known ?? Self.new(provider)
    try change(&settings)
    settings.keepSecret(of: known)
    let isMoved = known?.sealedSecrets != nil && settings.sealedSecrets == nil
    var secrets = try self.secrets(settings)
    try giveSecrets(&secrets, settings, isMoved)
    if settings.enabled {
      let missing = ProviderCatalog.missing(settings.accepting(apps), secrets: secrets, for: purpose)
      guard missing.isEmpty else { throw .incomplete(provider, missing, isMoved: isMoved) }
    }
    do {
      settings.sealedSecrets = try projects.seal(secrets, for: provider.providerID, in: scope)
    } catch {
      throw .unavailable(.internalError, cause: "the secrets could not be sealed")
    }
    list.set(settings)
    try Self.requireRoom(in: list)
  }

  private static func new(_ provider: Provider) -> ProviderSettings {
    var settings = ProviderSettings(providerID: provider.providerID, enabled: true, clientID: "")
    if let preset = OpenIDPreset(for: provider.providerID) {
      settings.displayName = preset.name
      settings.endpoints.issuer = preset.issuer
    }
    return settings
  }

  static func requireRoom(in list: ProviderList) throws(IdentityError) {
    guard list.providers.count + list.samlProviders.count <= maximumCount else {
      throw .invalidConfig("There may be \(maximumCount) providers.")
    }
  }
}

extension ProviderCatalog {
  /// - Throws: `INVALID_PROVIDER_ID`.
  static func supported(_ providerID: String) throws(IdentityError) -> Provider {
    guard let provider = entry(for: providerID) else {
      throw .refused(
        .invalidProviderID,
        "The provider \"\(providerID.prefix(100))\" is not supported. Supported are "
          + supportedIDs.joined(separator: ", ") + ".")
    }
    return provider
  }
}
