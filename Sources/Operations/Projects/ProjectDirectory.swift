import Foundation
import Identity
import IdentityWire
import IdentityProviders
import Secrets
import Tokens

/// Projects by id and API key, kept in memory for a moment so that a request does not read them from the
/// database, and their providers' secrets, which are opened here and nowhere else.
public final class ProjectDirectory: Sendable {
  /// For how long another process' change may go unnoticed, in milliseconds of the process' own clock.
  public static let cacheLifetime: Int64 = 1_000

  let store: any AccountStore
  /// Opened and sealed with in this type alone.
  let box: SecretBox
  private let clock: any WallClock
  /// Stands for every API key: the development server knows one project only.
  private let defaultProject: ProjectID?
  /// The default RP ID, which a project may also store: every project without settings uses it already.
  private let sharedNames: Set<ExclusiveName>
  let cache = MomentaryCache<Project>()
  private let tenantCache = MomentaryCache<Tenant>()
  private let allCache = MomentaryCache<[Project]>()
  /// Of changes to a project or a tenant, by the server's own requests.
  private let turns = TurnQueue<Scope>(maximumWaiting: 256)
  /// For every list that is read in pages.
  public let pageTokens: PageTokens

  /// - Parameter origins: the server's own addresses.
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

  /// The project whose ID tokens have this issuer.
  public func project(issuer: String, now: Instant) async throws(IdentityError) -> Project? {
    try await lately().first { $0.accepts(issuer: issuer, now: now) }
  }

  /// All projects, read at most ``cacheLifetime`` ago: for what anybody may ask for.
  func lately() async throws(IdentityError) -> [Project] {
    try await allCache.value("all") { () async throws(StoreError) in
      try await self.store.projects().filter { $0.id != .console }
    } ?? []
  }

  /// Looks for something in a project: in the copy kept here, and in the database when that copy lacks it. Another process
  /// may have added it a moment ago.
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

  /// The project as ``find(in:_:)`` finds it for a service account's JWT.
  func project(_ id: ProjectID, ofSignerOf token: UnverifiedJWT) async throws(IdentityError) -> Project? {
    let found = try await find(in: id) { project in
      ServiceAccountJWT.mayBeSigned(token, by: project.serviceAccounts) ? project : nil
    }
    if let found { return found.project }
    return try await project(id)
  }

  /// The project that a request without an API key means, where there is one.
  public func implicitProject() async throws(IdentityError) -> Project? {
    guard let defaultProject else { return nil }
    return try await project(defaultProject)
  }

  /// The project that a request means which names none, and can name none.
  public func onlyProject() async throws(IdentityError) -> Project? {
    if let project = try await implicitProject() { return project }
    let all = try await lately()
    return all.count == 1 ? all.first : nil
  }

  public func all() async throws(IdentityError) -> [Project] {
    do { return try await store.projects().filter { $0.id != .console } } catch { throw IdentityError(error) }
  }

  /// - Throws: `DUPLICATE_PROJECT_ID`, `INVALID_PROJECT_ID` for the console's own, `INVALID_ISSUER` and `INVALID_CONFIG` for
  ///   an issuer and an RP ID that another project has.
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

  /// How often a change is made anew when another process changed the project meanwhile.
  static let maximumAttempts = 20

  /// Reads the project anew, changes it, and writes it, one after the other in this process. When another
  /// process wrote meanwhile, `change` is called again with what it wrote.
  ///
  /// - Throws: `PROJECT_NOT_FOUND`, 429 when too many changes wait, `SETTINGS_CHANGED` where ``SettingsRevision/current`` is
  ///   of other settings, `INVALID_ISSUER` and `INVALID_CONFIG` for an issuer and an RP ID that another project has, what
  ///   `change` throws.
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

  /// Drops what is cached where a change is refused, so that its author is shown what is stored.
  private func check(_ body: (SettingsRevision) throws(IdentityError) -> Void) throws(IdentityError) {
    guard let revision = SettingsRevision.current else { return }
    do { try body(revision) } catch {
      forget()
      throw error
    }
  }

  /// Reads everything anew when it is next asked for.
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

  /// The tenant that a request names; nil when it names none.
  ///
  /// - Throws: `TENANT_NOT_FOUND`: what is unknown never falls back to the project's own accounts.
  public func tenant(named name: String?, in project: ProjectID) async throws(IdentityError) -> Tenant? {
    guard let name, !name.isEmpty else { return nil }
    guard let id = TenantID(rawValue: name), let tenant = try await tenant(id, in: project) else {
      throw .refused(.tenantNotFound)
    }
    return tenant
  }

  /// The tenant that an address names.
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

  /// As ``update(_:_:)`` does with a project.
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

  /// Changes the providers of a project or tenant, as ``update(_:_:)`` does.
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

  /// With all of its accounts.
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
