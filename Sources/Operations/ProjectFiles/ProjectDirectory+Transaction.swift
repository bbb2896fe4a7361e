import Identity

/// A project or tenant to write, and its stored state.
enum ConfigurationWrite: Sendable {
  /// `since` is nil for a new project.
  case project(Project, since: Project?)
  case tenant(Tenant, since: Tenant?)

  var projectID: ProjectID {
    switch self {
    case .project(let project, _): project.id
    case .tenant(let tenant, _): tenant.project
    }
  }

  var isNewProject: Bool {
    if case .project(_, since: nil) = self { true } else { false }
  }

  /// The names that the change gives the project or tenant.
  var newNames: [ExclusiveName] {
    switch self {
    case .project(let project, let before): project.newNames(since: before)
    case .tenant(let tenant, let before): tenant.newNames(since: before)
    }
  }

  /// True if requests to one of its SAML providers are signed.
  var signsSAMLRequests: Bool {
    let providers: [SAMLProviderSettings] =
      switch self {
      case .project(let project, _): project.samlProviders
      case .tenant(let tenant, _): tenant.samlProviders
      }
    return providers.contains(where: \.signsRequest)
  }
}

extension ProjectDirectory {
  static let tenantPage = 500

  /// Returns a stored project with all of its tenants, ordered by ID.
  func withTenants(_ id: ProjectID) async throws(IdentityError) -> (project: Project, tenants: [Tenant])? {
    guard id != .console else { return nil }
    do {
      guard let project = try await store.project(id) else { return nil }
      var tenants: [Tenant] = []
      while true {
        let page = try await store.tenants(in: id, after: tenants.last?.id, limit: Self.tenantPage)
        tenants += page
        if page.count < Self.tenantPage { return (project, tenants) }
      }
    } catch {
      throw IdentityError(error)
    }
  }

  /// Writes projects and tenants in one transaction.
  ///
  /// - Returns: false if one of them was changed since it was read. Then nothing was written.
  /// - Throws: the errors of ``insert(_:)`` and ``update(_:_:)``.
  func apply(_ changes: [ConfigurationWrite]) async throws(IdentityError) -> Bool {
    var writes: [StoreWrite] = []
    for (change, names) in Self.claims(of: changes) {
      writes += requirements(names, of: change.projectID)
      switch change {
      case .project(let project, let before):
        guard project.id != .console else { throw .reservedProject }
        writes.append(before == nil ? .insertProject(project) : .updateProject(project))
      case .tenant(let tenant, let before):
        writes.append(before == nil ? .insertTenant(tenant) : .updateTenant(tenant))
      }
    }
    do throws(StoreError) {
      try await store.apply(writes)
    } catch {
      if case .conflict(.stale) = error { return false }
      throw IdentityError(error)
    }
    forget()
    return true
  }

  /// Refuses changes that ``apply(_:)`` would refuse because of other projects. Writes nothing.
  ///
  /// - Throws: `INVALID_ISSUER` and `INVALID_CONFIG` if another project has the issuer or RP ID;
  ///   `DUPLICATE_PROJECT_ID` if another project has the number or API key of a new project.
  func check(_ changes: [ConfigurationWrite], now: Instant) async throws(IdentityError) {
    let claims = Self.claims(of: changes).map { ($0.change, $0.names.filter { !sharedNames.contains($0) }) }
    guard claims.contains(where: { $0.isNewProject || !$1.isEmpty }) else { return }
    var trial = ResultingConfiguration(now: now)
    do {
      for project in try await store.projects() where project.id != .console { trial.add(project) }
    } catch {
      throw IdentityError(error)
    }
    if claims.contains(where: { $1.contains(where: \.isSharedWithTenants) }) {
      for id in trial.projectIDs { trial.add(try await withTenants(id)?.tenants ?? []) }
    }
    for (change, names) in claims { try trial.make(change, claiming: names) }
  }

  /// Returns each change with the names that it claims. Leaves out names that an earlier change of the same project
  /// claims. Tenants share an RP ID, and each check of an RP ID reads all projects and tenants.
  private static func claims(
    of changes: [ConfigurationWrite]
  ) -> [(change: ConfigurationWrite, names: [ExclusiveName])] {
    var claimed: [ProjectID: Set<ExclusiveName>] = [:]
    return changes.map { change in
      let new = change.newNames.filter { claimed[change.projectID, default: []].insert($0).inserted }
      return (change, new)
    }
  }
}
