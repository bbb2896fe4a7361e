import Identity
import IdentityProviders
import IdentityWire

/// A provider's settings, and the settings that are missing. Nothing in it is secret.
public struct ProviderStatus: Sendable {
  public var settings: ProviderSettings
  public var hasClientSecret: Bool
  public var hasPrivateKey: Bool
  /// Settings that the browser flow still lacks.
  public var missingForWebFlow: [MissingSetting]
  /// Settings that credentials from the provider's own SDKs still lack.
  public var missingForAppCredentials: [MissingSetting]
}

extension ProjectAdministration {
  /// Changes a provider's settings. Creates them if needed, enabled and otherwise empty. Atomic: only the
  /// members that the change names are replaced.
  ///
  /// - Parameter isNew: true to refuse a provider that has settings, false to refuse one that has none; nil to accept
  ///   both.
  /// - Throws: `PROJECT_NOT_FOUND`, `TENANT_NOT_FOUND`, `INVALID_CONFIG_ID`, `CONFIGURATION_EXISTS`,
  ///   `CONFIGURATION_NOT_FOUND`; the errors of ``ProviderEditor/edit(_:_:for:in:)``.
  public func changeProvider(
    _ providerID: String, _ change: ProviderChange, for purpose: ProviderCatalog.Purpose, in scope: Scope,
    isNew: Bool? = nil
  ) async throws(IdentityError) -> ProviderList {
    if isNew == true, ProviderCatalog.entry(for: providerID) == nil {
      throw .refused(.invalidConfigID, "No provider has this id.")
    }
    let editor = try await editor(in: scope)
    return try await projects.updateProviders(in: scope) { (list) throws(IdentityError) in
      if let isNew, isNew != (list.provider(providerID) == nil) {
        throw isNew ? .conflict(.configurationExists) : .configurationNotFound
      }
      try editor.edit(providerID, change, for: purpose, in: &list)
    }
  }

  /// Stores a provider's complete settings.
  ///
  /// - Parameter secrets: nil to keep the stored ones, unless an address that receives them changes.
  /// - Throws: `INVALID_PROVIDER_ID`, `PROJECT_NOT_FOUND`; an error for each setting that an enabled provider
  ///   lacks.
  public func setProvider(
    _ settings: ProviderSettings, secrets: ProviderSecrets?, for purpose: ProviderCatalog.Purpose,
    in id: ProjectID
  ) async throws(IdentityError) -> Project {
    try await projects.update(id) { (project) throws(IdentityError) in
      try set(settings, secrets: secrets, for: purpose, in: &project)
    }
  }

  /// Sets a provider's complete settings in a project that the caller stores.
  ///
  /// - Parameter secrets: nil to keep the project's, unless an address that receives them changes.
  /// - Throws: `INVALID_PROVIDER_ID`; an error for each setting that an enabled provider lacks.
  package func set(
    _ settings: ProviderSettings, secrets: ProviderSecrets?, for purpose: ProviderCatalog.Purpose,
    in project: inout Project
  ) throws(IdentityError) {
    let provider = try ProviderCatalog.supported(settings.providerID)
    let editor = ProviderEditor(projects: projects, scope: Scope(project: project.id), apps: project.apps)
    try editor.edit(provider, for: purpose, in: &project.providerList) { known in
      known = settings
    } secrets: { kept, _, _ in
      if let secrets { kept = secrets }
    }
  }

  /// Sets a SAML provider's settings in a project that the caller stores.
  ///
  /// - Throws: the errors of ``ProviderEditor/set(_:in:)``.
  package func set(_ settings: SAMLProviderSettings, in project: inout Project) throws(IdentityError) {
    let editor = ProviderEditor(
      projects: projects, scope: Scope(project: project.id), apps: project.apps,
      privateHosts: privateProviderHosts)
    try editor.set(settings, in: &project.providerList)
  }

  func editor(in scope: Scope) async throws(IdentityError) -> ProviderEditor {
    let project = try await projects.project(scope.project)
    // Each sign-in decides for itself whether it may return to a page by plain http.
    let returnPolicy = project.map { ReturnPolicy(project: $0, origins: [], acceptsPlainHTTP: true) }
    return ProviderEditor(
      projects: projects, scope: scope, apps: project?.apps ?? [], privateHosts: privateProviderHosts,
      returnPolicy: returnPolicy)
  }

  /// Returns every provider that has settings, ordered by ID.
  public func providerStatus(in project: Project) throws(IdentityError) -> [ProviderStatus] {
    try providerStatus(of: project.providerList, apps: project.apps, in: Scope(project: project.id))
  }

  /// Returns the providers of a project or a tenant.
  ///
  /// - Parameter apps: the project's apps.
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
