import Foundation
import Identity
import IdentityWire
import IdentityProviders
import Secrets
import Tokens

/// Finds projects by ID and API key. Caches them for a moment, so that not every request reads the database.
/// Only this type opens the secrets of their providers.
public final class ProjectDirectory: Sendable {
  /// The time in milliseconds for which this process may miss another process's change. It is measured with this
  /// process's own clock.
  public static let cacheLifetime: Int64 = 1_000

  let store: any AccountStore
  /// Only this type opens and seals secrets with it.
  let box: SecretBox
  let clock: any WallClock
  /// The project for every API key: the development server has only one project.
  private let defaultProject: ProjectID?
  /// The default RP ID, which a project may also store: every project without settings uses it already.
  let sharedNames: Set<ExclusiveName>
  let cache = ShortLivedCache<Project>()
  private let tenantCache = ShortLivedCache<Tenant>()
  private let allCache = ShortLivedCache<[Project]>()
  /// Orders the changes of each project or tenant within this process.
  private let turns = TurnQueue<Scope>(maximumWaiting: 256)
  /// Makes the page tokens of all lists.
  public let pageTokens: PageTokens

  /// - Parameter origins: the server's own origins.
  public init(
    store: any AccountStore, box: SecretBox, clock: any WallClock, defaultProject: ProjectID? = nil,
    origins: [String] = []
  ) {
    self.store = store
    self.box = box
    self.clock = clock
    self.defaultProject = defaultProject
    sharedNames = ActionLinks(origins: origins).sharedNames
    pageTokens = PageTokens(box: box)
  }

  public func project(_ id: ProjectID) async throws(IdentityError) -> Project? {
    guard id != .console else { return nil }
    return try await cache.value("id/\(id)") { () async throws(StoreError) in try await self.store.project(id)
    }
  }

  public func project(apiKey: String) async throws(IdentityError) -> Project? {
    if let defaultProject { return try await project(defaultProject) }
    guard (1...128).contains(apiKey.utf8.count) else { return nil }
    return try await cache.value("key/\(apiKey)") { () async throws(StoreError) in
      try await self.store.project(apiKey: apiKey)
    }
  }

  /// Returns the project whose ID tokens have this issuer.
  public func project(issuer: String, now: Instant) async throws(IdentityError) -> Project? {
    try await cachedProjects().first { $0.accepts(issuer: issuer, now: now) }
  }

  /// Returns all projects, read at most ``cacheLifetime`` ago. For requests that any client may make.
  func cachedProjects() async throws(IdentityError) -> [Project] {
    try await allCache.value("all") { () async throws(StoreError) in
      try await self.store.projects().filter { $0.id != .console }
    } ?? []
  }

  /// Searches a project: first the cached copy, then the database, because another process may have added the
  /// value just now.
  func find<Found>(in id: ProjectID, _ look: (Project) -> Found?) async throws(IdentityError) -> (
    project: Project, found: Found
  )? {
    guard let kept = try await project(id) else { return nil }
    if let found = look(kept) { return (kept, found) }
    let stored: Project?
    do { stored = try await store.project(id) } catch { throw IdentityError(error) }
    guard let stored, stored.revision != kept.revision, let found = look(stored) else { return nil }
    forget()
    return (stored, found)
  }

  /// Returns the project, from the database if the cached copy lacks the service account that signed the JWT.
  func project(_ id: ProjectID, ofSignerOf token: UnverifiedJWT) async throws(IdentityError) -> Project? {
    let found = try await find(in: id) { project in
      ServiceAccountJWT.mayBeSigned(token, by: project.serviceAccounts) ? project : nil
    }
    if let found { return found.project }
    return try await project(id)
  }

  /// Returns the project of a request without an API key, if there is one.
  public func implicitProject() async throws(IdentityError) -> Project? {
    guard let defaultProject else { return nil }
    return try await project(defaultProject)
  }

  /// Returns the project of a request that cannot name one: the default project, or the only project of the
  /// server.
  public func onlyProject() async throws(IdentityError) -> Project? {
    if let project = try await implicitProject() { return project }
    let all = try await cachedProjects()
    return all.count == 1 ? all.first : nil
  }

  public func all() async throws(IdentityError) -> [Project] {
    do { return try await store.projects().filter { $0.id != .console } } catch { throw IdentityError(error) }
  }

  /// - Throws: `DUPLICATE_PROJECT_ID`; `INVALID_PROJECT_ID` for the console's own project; `INVALID_ISSUER`
  ///   and `INVALID_CONFIG` if another project has the issuer or RP ID.
  public func insert(_ project: Project) async throws(IdentityError) {
    guard project.id != .console else { throw .reservedProject }
    try await write(project)
  }

  func insertConsole(_ project: Project) async throws(IdentityError) {
    guard project.id == .console else { throw .reservedProject }
    try await write(project)
  }

  private func write(_ project: Project) async throws(IdentityError) {
    let names = requirements(project.newNames(since: nil), of: project.id)
    do { try await store.apply(names + [.insertProject(project)]) } catch { throw IdentityError(error) }
    forget()
  }

  func requirements(_ names: [ExclusiveName], of id: ProjectID) -> [StoreWrite] {
    let now = clock.now()
    return names.filter { !sharedNames.contains($0) }.map { .requireExclusive($0, of: id, now: now) }
  }

  /// The number of attempts at a change that conflicts with other processes.
  static let maximumAttempts = 20

  /// Reads the project, changes it and writes it. Changes run one after the other in this process. If another
  /// process wrote meanwhile, `change` is called again with the new state.
  ///
  /// - Throws: `PROJECT_NOT_FOUND`; 429 if too many changes wait; `SETTINGS_CHANGED` if
  ///   ``SettingsRevision/current`` is not the stored revision; `INVALID_ISSUER` and `INVALID_CONFIG` if
  ///   another project has the issuer or RP ID; the errors of `change`.
  @discardableResult
  public func update(_ id: ProjectID, _ change: (inout Project) throws(IdentityError) -> Void)
    async throws(IdentityError) -> Project
  {
    guard id != .console else { throw .refused(.projectNotFound) }
    let scope = Scope(project: id)
    guard await turns.enter(scope) else { throw .busy(retryAfter: 1) }
    defer { turns.leave(scope) }
    var attempts = Self.maximumAttempts
    while true {
      attempts -= 1
      let stored: Project?
      do { stored = try await store.project(id) } catch { throw IdentityError(error) }
      guard let stored else { throw .refused(.projectNotFound) }
      var project = stored
      try check { (revision) throws(IdentityError) in try revision.check(project) }
      try change(&project)
      do throws(StoreError) {
        let names = requirements(project.newNames(since: stored), of: id)
        try await store.apply(names + [.updateProject(project)])
      } catch {
        if case .conflict(.stale) = error, attempts > 0 { continue }
        throw IdentityError(error)
      }
      SettingsRevision.current?.noteProjectWritten()
      forget()
      return project
    }
  }

  /// Checks the settings revision. Clears the caches if the revision is outdated, so that the administrator sees the
  /// stored settings.
  private func check(_ body: (SettingsRevision) throws(IdentityError) -> Void) throws(IdentityError) {
    guard let revision = SettingsRevision.current else { return }
    do { try body(revision) } catch {
      forget()
      throw error
    }
  }

  /// Clears the caches, so that everything is read again when it is next needed.
  public func forget() {
    cache.removeAll()
    tenantCache.removeAll()
    allCache.removeAll()
  }
}

extension ProjectDirectory {
  public func tenant(_ id: TenantID, in project: ProjectID) async throws(IdentityError) -> Tenant? {
    try await tenantCache.value("\(project)/\(id)") { () async throws(StoreError) in
      try await self.store.tenant(id, in: project)
    }
  }

  /// Returns the tenant that a request names; nil if it names none.
  ///
  /// - Throws: `TENANT_NOT_FOUND`, because an unknown tenant must never fall back to the project's own
  ///   accounts.
  public func tenant(named name: String?, in project: ProjectID) async throws(IdentityError) -> Tenant? {
    guard let name, !name.isEmpty else { return nil }
    guard let id = TenantID(rawValue: name), let tenant = try await tenant(id, in: project) else {
      throw .refused(.tenantNotFound)
    }
    return tenant
  }

  /// Returns the tenant that a path names.
  ///
  /// - Throws: `TENANT_NOT_FOUND` with 404.
  public func tenant(inPath name: String, of project: ProjectID) async throws(IdentityError) -> Tenant {
    guard let id = TenantID(rawValue: name), let tenant = try await tenant(id, in: project) else {
      throw .missing(.tenantNotFound)
    }
    return tenant
  }

  public func tenants(in project: ProjectID, after: TenantID?, limit: Int) async throws(IdentityError)
    -> [Tenant]
  {
    do { return try await store.tenants(in: project, after: after, limit: limit) } catch {
      throw IdentityError(error)
    }
  }

  public func insert(_ tenant: Tenant) async throws(IdentityError) {
    let names = requirements(tenant.newNames(since: nil), of: tenant.project)
    do { try await store.apply(names + [.insertTenant(tenant)]) } catch { throw IdentityError(error) }
    tenantCache.removeAll()
  }

  /// Changes a tenant, like ``update(_:_:)`` changes a project.
  @discardableResult
  public func updateTenant(
    _ id: TenantID, in project: ProjectID, _ change: (inout Tenant) throws(IdentityError) -> Void
  ) async throws(IdentityError) -> Tenant {
    let scope = Scope(project: project, tenant: id)
    guard await turns.enter(scope) else { throw .busy(retryAfter: 1) }
    defer { turns.leave(scope) }
    var attempts = Self.maximumAttempts
    while true {
      attempts -= 1
      let stored: Tenant?
      do { stored = try await store.tenant(id, in: project) } catch { throw IdentityError(error) }
      guard let stored else { throw .missing(.tenantNotFound) }
      var tenant = stored
      try check { (revision) throws(IdentityError) in try revision.check(tenant) }
      try change(&tenant)
      do throws(StoreError) {
        let names = requirements(tenant.newNames(since: stored), of: project)
        try await store.apply(names + [.updateTenant(tenant)])
      } catch {
        if case .conflict(.stale) = error, attempts > 0 { continue }
        throw IdentityError(error)
      }
      SettingsRevision.current?.noteTenantWritten()
      tenantCache.removeAll()
      return tenant
    }
  }

  /// Changes the providers of a project or tenant, like ``update(_:_:)``.
  func updateProviders(in scope: Scope, _ change: (inout ProviderList) throws(IdentityError) -> Void)
    async throws(IdentityError) -> ProviderList
  {
    guard let tenant = scope.tenant else {
      return try await update(scope.project) { (project) throws(IdentityError) in
        try change(&project.providerList)
      }.providerList
    }
    return try await updateTenant(tenant, in: scope.project) { (tenant) throws(IdentityError) in
      try change(&tenant.providerList)
    }.providerList
  }

  /// Deletes a tenant with all of its accounts.
  public func deleteTenant(_ id: TenantID, in project: ProjectID) async throws(IdentityError) {
    do throws(StoreError) {
      try await store.apply([.deleteTenant(id, project)])
    } catch {
      if case .conflict(.stale) = error { throw .missing(.tenantNotFound) }
      throw IdentityError(error)
    }
    tenantCache.removeAll()
  }
}
