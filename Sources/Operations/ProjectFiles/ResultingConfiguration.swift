import Identity

/// The projects and tenants of an installation after planned changes. Finds conflicts between projects without a
/// transaction.
struct ResultingConfiguration {
  private let now: Instant
  private var projects: [ProjectID: Project] = [:]
  private var tenants: [Scope: Tenant] = [:]

  init(now: Instant) { self.now = now }

  var projectIDs: [ProjectID] { Array(projects.keys) }

  mutating func add(_ project: Project) { projects[project.id] = project }

  mutating func add(_ others: [Tenant]) {
    for tenant in others { tenants[Self.scope(of: tenant)] = tenant }
  }

  /// Applies a change after the earlier changes.
  ///
  /// - Parameter names: the names that the change claims for its project.
  /// - Throws: `INVALID_ISSUER`, `INVALID_CONFIG` or `DUPLICATE_PROJECT_ID`, as the store's transaction does.
  mutating func make(_ change: ConfigurationWrite, claiming names: [ExclusiveName]) throws(IdentityError) {
    for name in names where isTaken(name, besides: change.projectID) {
      throw IdentityError(StoreError.conflict(name.conflict))
    }
    switch change {
    case .project(let project, since: let before):
      guard before != nil || !clashes(project) else {
        throw IdentityError(StoreError.conflict(.projectTaken))
      }
      add(project)
    case .tenant(let tenant, since: _): add([tenant])
    }
  }

  private func isTaken(_ name: ExclusiveName, besides id: ProjectID) -> Bool {
    projects.values.contains { $0.id != id && name.isUsed(by: $0, now: now) }
      || tenants.values.contains { $0.project != id && name.isUsed(by: $0) }
  }

  private func clashes(_ new: Project) -> Bool {
    let keys = Set(new.apiKeys)
    return projects.values.contains {
      $0.id == new.id || $0.number == new.number || !keys.isDisjoint(with: $0.apiKeys)
    }
  }

  private static func scope(of tenant: Tenant) -> Scope { Scope(project: tenant.project, tenant: tenant.id) }
}
