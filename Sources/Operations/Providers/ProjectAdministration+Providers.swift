import Identity
import IdentityProviders
import IdentityWire

/// How far a provider's settings are; nothing in it is secret.
public struct ProviderStatus: Sendable {
  public var settings: ProviderSettings
  public var hasClientSecret: Bool
  public var hasPrivateKey: Bool
  /// What the browser flow still lacks.
  public var missingForWebFlow: [MissingSetting]
  /// What credentials of the provider's own SDKs still lack.
  public var missingForAppCredentials: [MissingSetting]
}

extension ProjectAdministration {
  /// Changes a provider's settings, or makes them (enabled, with nothing set). Atomic: what `change` is given
  /// is what is replaced.
  ///
  /// - Throws: `INVALID_PROVIDER_ID`, `PROJECT_NOT_FOUND`, and `INVALID_CONFIG` with a sentence for each
  ///   setting that an enabled provider lacks.
  public func changeProvider(
    _ providerID: String, for purpose: ProviderCatalog.Purpose, in id: ProjectID,
    _ change: (inout ProviderSettings, inout ProviderSecrets) throws(IdentityError) -> Void
  ) async throws(IdentityError) -> Project {
    guard ProviderCatalog.entry(for: providerID) != nil else {
      throw .refused(
        .invalidProviderID,
        "The provider \"\(providerID.prefix(100))\" is not supported. Supported are "
          + ProviderCatalog.supportedIDs.joined(separator: ", ") + ".")
    }
    return try await projects.update(id) { (project) throws(IdentityError) in
      let editor = ProviderEditor(projects: projects, scope: Scope(project: id), apps: project.apps)
      try editor.edit(providerID, for: purpose, in: &project.providerList, change)
    }
  }

  /// Every provider that has settings, by id.
  public func providerStatus(in project: Project) throws(IdentityError) -> [ProviderStatus] {
    try providerStatus(of: project.providerList, apps: project.apps, in: Scope(project: project.id))
  }

  /// The same of a project or a tenant.
  ///
  /// - Parameter apps: the project's.
  public func providerStatus(of list: ProviderList, apps: [App], in scope: Scope) throws(IdentityError)
    -> [ProviderStatus]
  {
    var all: [ProviderStatus] = []
    for settings in list.providers.sorted(by: { $0.providerID < $1.providerID }) {
      let secrets = try projects.secrets(of: settings, in: scope)
      all.append(
        ProviderStatus(
          settings: settings, hasClientSecret: secrets.clientSecret.map { !$0.isEmpty } ?? false,
          hasPrivateKey: secrets.privateKey.map { !$0.isEmpty } ?? false,
          missingForWebFlow: ProviderCatalog.missing(settings, secrets: secrets, for: .webFlow),
          missingForAppCredentials: ProviderCatalog.missing(
            settings.accepting(apps), secrets: secrets, for: .appCredentials)))
    }
    return all
  }
}
