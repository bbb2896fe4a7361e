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
  /// Changes a provider's settings, or makes them (enabled, with nothing set). Atomic: what the change names is what is
  /// replaced.
  ///
  /// - Parameter isNew: whether there are to be no settings of the provider yet, or some; nil where that is all the same.
  /// - Throws: `PROJECT_NOT_FOUND`, `TENANT_NOT_FOUND`, `INVALID_CONFIG_ID`, `CONFIGURATION_EXISTS`,
  ///   `CONFIGURATION_NOT_FOUND`, what ``ProviderEditor/edit(_:_:for:in:)``
  ///   throws.
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

  /// Stores a provider's settings as they are.
  ///
  /// - Parameter secrets: nil keeps what is stored.
  /// - Throws: `INVALID_PROVIDER_ID`, `PROJECT_NOT_FOUND`; what an enabled provider would lack.
  public func setProvider(
    _ settings: ProviderSettings, secrets: ProviderSecrets?, for purpose: ProviderCatalog.Purpose,
    in id: ProjectID
  ) async throws(IdentityError) -> Project {
    let provider = try ProviderCatalog.supported(settings.providerID)
    return try await projects.update(id) { (project) throws(IdentityError) in
      let editor = ProviderEditor(projects: projects, scope: Scope(project: id), apps: project.apps)
      try editor.edit(provider, for: purpose, in: &project.providerList) { (known, knownSecrets) in
        known = settings
        if let secrets { knownSecrets = secrets }
      }
    }
  }

  func editor(in scope: Scope) async throws(IdentityError) -> ProviderEditor {
    let project = try await projects.project(scope.project)
    // Whether a page may be returned to by plain http is decided with each sign-in.
    let returnPolicy = project.map { ReturnPolicy(project: $0, origins: [], acceptsPlainHTTP: true) }
    return ProviderEditor(
      projects: projects, scope: scope, apps: project?.apps ?? [], privateHosts: privateProviderHosts,
      returnPolicy: returnPolicy)
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
