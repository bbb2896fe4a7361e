import Identity
import IdentityProviders
import IdentityWire

/// How far a provider's settings are; nothing in it is secret.
public struct ProviderStatus: Sendable {
  public var settings: ProviderSettings
  public var hasClientSecret: Bool
  public var hasPrivateKey: Bool
  /// What the browser flow still lacks, a sentence each.
  public var missingForWebFlow: [String]
  /// What credentials of the provider's own SDKs still lack, a sentence each.
  public var missingForAppCredentials: [String]
}

extension ProjectAdministration {
  /// Changes a provider's settings, or makes them (enabled, with nothing set). Atomic: what `change` is given
  /// is what is replaced.
  ///
  /// - Throws: `INVALID_PROVIDER_ID`, `PROJECT_NOT_FOUND`, and `INVALID_CONFIG` with a sentence for each
  ///   setting that an enabled provider lacks.
  public func changeProvider(
    _ providerID: String, for purpose: ProviderCatalog.Purpose, in id: ProjectID,
    _ change: (inout ProviderSettings, inout ProviderSecrets) throws(WireError) -> Void
  ) async throws(WireError) -> Project {
    guard ProviderCatalog.entry(for: providerID) != nil else {
      throw .badRequest(
        "INVALID_PROVIDER_ID",
        "The provider \"\(providerID.prefix(100))\" is not supported. Supported are "
          + ProviderCatalog.supportedIDs.joined(separator: ", ") + ".")
    }
    return try await projects.update(id) { (project) throws(WireError) in
      let known = project.provider(providerID)
      var settings = known ?? ProviderSettings(providerID: providerID, enabled: true, clientID: "")
      var secrets =
        try known.map { (known) throws(WireError) in try projects.secrets(of: known, in: Scope(project: id)) }
        ?? ProviderSecrets()
      try change(&settings, &secrets)
      if settings.enabled {
        let missing = ProviderCatalog.missingSettings(settings, secrets: secrets, for: purpose)
        guard missing.isEmpty else { throw .badRequest("INVALID_CONFIG", missing.joined(separator: " ")) }
      }
      do {
        settings.sealedSecrets = try projects.seal(secrets, for: providerID, in: Scope(project: id))
      } catch {
        throw .unavailable("INTERNAL_ERROR", cause: "the secrets could not be sealed")
      }
      if let index = project.providers.firstIndex(where: { $0.providerID == providerID }) {
        project.providers[index] = settings
      } else {
        project.providers.append(settings)
      }
    }
  }

  /// Every provider that has settings, by id.
  public func providerStatus(in project: Project) throws(WireError) -> [ProviderStatus] {
    var all: [ProviderStatus] = []
    for settings in project.providers.sorted(by: { $0.providerID < $1.providerID }) {
      let secrets = try projects.secrets(of: settings, in: Scope(project: project.id))
      all.append(
        ProviderStatus(
          settings: settings, hasClientSecret: secrets.clientSecret.map { !$0.isEmpty } ?? false,
          hasPrivateKey: secrets.privateKey.map { !$0.isEmpty } ?? false,
          missingForWebFlow: ProviderCatalog.missingSettings(settings, secrets: secrets, for: .webFlow),
          missingForAppCredentials: ProviderCatalog.missingSettings(
            settings, secrets: secrets, for: .appCredentials)))
    }
    return all
  }
}
