import Identity
import IdentityProviders
import IdentityWire

/// Changes one provider's settings with its secrets, which are opened before and sealed after.
public struct ProviderEditor: Sendable {
  let projects: ProjectDirectory
  let scope: Scope
  /// The project's.
  let apps: [App]
  /// Hosts of OpenID providers for which every administrator has the operator's leave.
  var privateHosts = PrivateHosts()

  /// Providers that a project or a tenant may have.
  static let maximumCount = 200

  func secrets(_ settings: ProviderSettings) throws(IdentityError) -> ProviderSecrets {
    try projects.secrets(of: settings, in: scope)
  }

  /// Changes a provider's settings, or makes them: enabled, with nothing set.
  ///
  /// - Throws: `INVALID_CONFIG` with a sentence for each setting that an enabled provider lacks.
  func edit(
    _ providerID: String, for purpose: ProviderCatalog.Purpose, in list: inout ProviderList,
    _ change: (inout ProviderSettings, inout ProviderSecrets) throws(IdentityError) -> Void
  ) throws(IdentityError) {
    let known = list.provider(providerID)
    var settings = known ?? ProviderSettings(providerID: providerID, enabled: true, clientID: "")
    var secrets =
      try known.map { (known) throws(IdentityError) in try self.secrets(known) } ?? ProviderSecrets()
    try change(&settings, &secrets)
    if settings.enabled {
      let missing = ProviderCatalog.missingSettings(settings.accepting(apps), secrets: secrets, for: purpose)
      guard missing.isEmpty else { throw .invalidConfig(missing.joined(separator: " ")) }
    }
    do {
      settings.sealedSecrets = try projects.seal(secrets, for: providerID, in: scope)
    } catch {
      throw .unavailable(.internalError, cause: "the secrets could not be sealed")
    }
    list.set(settings)
  }
}
