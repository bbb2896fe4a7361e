import Identity

/// The tenants, each stored as a document.
struct TenantTable<Connection: SQLConnection> {
  let connection: Connection

  func tenant(_ id: TenantID, in project: ProjectID) throws -> Tenant? {
    try connection.first(
      TenantStatements.selectByID, [.text(project.rawValue), .text(id.rawValue)], decode)
  }

  func page(in project: ProjectID, after: TenantID?, limit: Int) throws -> [Tenant] {
    try connection.all(
      TenantStatements.selectPage,
      [.text(project.rawValue), .text(after?.rawValue ?? ""), .integer(Int64(limit))], decode)
  }

  /// Tenants of other projects that may use a name. The result may include tenants that do not use it.
  func ofOtherProjects(than project: ProjectID, with name: ExclusiveName) throws -> [Tenant] {
    guard case .relyingPartyID(let id) = name else { return [] }
    // Domains contain no characters that LIKE or JSON would escape.
    return try connection.all(
      TenantStatements.selectOfOthers, [.text(project.rawValue), .text("%\"rpID\":\"\(id)\"%")], decode)
  }

  func insert(_ tenant: Tenant) throws {
    try connection.execute(
      TenantStatements.insert,
      [
        .text(tenant.project.rawValue), .text(tenant.id.rawValue),
        .text(try DocumentColumn.encode(tenant)), .integer(tenant.revision),
      ])
  }

  func update(_ tenant: Tenant) throws {
    let arguments: [SQLValue] = [
      .text(try DocumentColumn.encode(tenant)), .text(tenant.project.rawValue), .text(tenant.id.rawValue),
      .integer(tenant.revision),
    ]
    guard try connection.execute(TenantStatements.update, arguments) == 1 else {
      throw StoreError.conflict(.stale)
    }
  }

  func delete(_ id: TenantID, in project: ProjectID) throws {
    let key: [SQLValue] = [.text(project.rawValue), .text(id.rawValue)]
    guard try connection.execute(TenantStatements.delete, key) == 1 else {
      throw StoreError.conflict(.stale)
    }
  }

  private func decode(_ row: Connection.Row) throws -> Tenant {
    var reader = SQLRowReader(row)
    let revision = try reader.integer()
    var tenant: Tenant = try DocumentColumn.decode(try reader.text())
    tenant.revision = revision
    return tenant
  }
}
