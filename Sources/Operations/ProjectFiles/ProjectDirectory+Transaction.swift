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
    var required: [ProjectID: Set<ExclusiveName>] = [:]
    // Tenants share an RP ID, and each check for other users of it reads all projects and tenants.
    func require(_ names: [ExclusiveName], of id: ProjectID) {
      let new = names.filter { required[id, default: []].insert($0).inserted }
      writes += requirements(new, of: id)
    }
    for change in changes {
      switch change {
      case .project(let project, let before):
        guard project.id != .console else { throw .reservedProject }
        require(project.newNames(since: before), of: project.id)
        writes.append(before == nil ? .insertProject(project) : .updateProject(project))
      case .tenant(let tenant, let before):
        require(tenant.newNames(since: before), of: tenant.project)
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
}
