import Identity

/// The projects, each stored as a document, and their API keys.
struct ProjectTable<Connection: SQLConnection> {
  let connection: Connection
  let cache: ProjectCache

  func projects() throws -> [Project] {
    try connection.all(ProjectStatements.selectAll, [], decode)
  }

  func project(_ id: ProjectID) throws -> Project? {
    try connection.first(ProjectStatements.selectByID, [.text(id.rawValue)], decode)
  }

  func project(apiKey: String) throws -> Project? {
    try connection.first(ProjectStatements.selectByAPIKey, [.text(apiKey)], decode)
  }

  func insert(_ project: Project) throws {
    try connection.execute(
      ProjectStatements.insert,
      [
        .text(project.id.rawValue), .text(project.number), .text(try DocumentColumn.encode(project)),
        .integer(project.revision),
      ])
    try insertAPIKeys(of: project)
  }

  func update(_ project: Project) throws {
    let arguments: [SQLValue] = [
      .text(project.number), .text(try DocumentColumn.encode(project)), .text(project.id.rawValue),
      .integer(project.revision),
    ]
    guard try connection.execute(ProjectStatements.update, arguments) == 1 else {
      throw StoreError.conflict(.stale)
    }
    try connection.execute(ProjectStatements.deleteAPIKeys, [.text(project.id.rawValue)])
    try insertAPIKeys(of: project)
  }

  /// - Throws: ``ExclusiveName/conflict``.
  func requireExclusive(
    _ name: ExclusiveName, of project: ProjectID, _ tenants: TenantTable<Connection>, now: Instant
  ) throws {
    if Connection.hasWritersBeside { try connection.execute(ProjectStatements.waitForNames) }
    let isTaken =
      try self.projects().contains { $0.id != project && $0.id != .console && name.isUsed(by: $0, now: now) }
      || tenants.ofOtherProjects(than: project, with: name).contains { name.isUsed(by: $0) }
    guard !isTaken else { throw StoreError.conflict(name.conflict) }
  }

  private func insertAPIKeys(of project: Project) throws {
    for key in Set(project.apiKeys).sorted() {
      try connection.execute(ProjectStatements.insertAPIKey, [.text(key), .text(project.id.rawValue)])
    }
  }

  private func decode(_ row: Connection.Row) throws -> Project {
    var reader = SQLRowReader(row)
    let id = try reader.projectID()
    let revision = try reader.integer()
    if let known = cache.project(id, revision: revision) { return known }
    var project: Project = try DocumentColumn.decode(try reader.text())
    project.revision = revision
    cache.keep(project)
    return project
  }
}
