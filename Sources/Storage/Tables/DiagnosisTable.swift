import Identity

/// The reasons why federated sign-ins failed.
struct DiagnosisTable<Connection: SQLConnection> {
  let connection: Connection

  func insert(_ record: DiagnosisRecord) throws {
    try connection.execute(
      DiagnosisStatements.insert,
      [
        .text(record.id), .text(record.project?.rawValue ?? ""), .text(record.tenant?.rawValue ?? ""),
        SQLValue(record.recordedAt), SQLValue(record.expiresAt), .text(record.document),
      ])
  }

  func diagnosis(_ id: String, now: Instant) throws -> DiagnosisRecord? {
    try connection.first(DiagnosisStatements.select, [.text(id), SQLValue(now)], decode)
  }

  func newest(
    in scope: Scope, before place: DiagnosisPlace?, now: Instant, limit: Int
  ) throws -> [DiagnosisRecord] {
    let (moment, id) = place.map { ($0.recordedAt, $0.id) } ?? (Instant(milliseconds: .max), "")
    let arguments: [SQLValue] = [
      .text(scope.project.rawValue), SQLValue(moment), .text(id), SQLValue(now),
    ]
    guard let tenant = scope.tenant else {
      return try connection.all(
        DiagnosisStatements.selectNewest, arguments + [.integer(Int64(limit))], decode)
    }
    return try connection.all(
      DiagnosisStatements.selectNewestOfTenant,
      arguments + [.text(tenant.rawValue), .integer(Int64(limit))], decode)
  }

  private func decode(_ row: Connection.Row) throws -> DiagnosisRecord {
    var reader = SQLRowReader(row)
    return DiagnosisRecord(
      id: try reader.text(), project: ProjectID(rawValue: try reader.text()),
      tenant: TenantID(rawValue: try reader.text()), recordedAt: try reader.moment(),
      expiresAt: try reader.moment(), document: try reader.text())
  }

  func sweep(now: Instant, limit: Int) throws -> Int {
    try connection.execute(DiagnosisStatements.sweep, [SQLValue(now), .integer(Int64(limit))])
  }

  /// Keeps the newest records of each project and the newest records without a project. Deletes at most `limit` others.
  func trim(keepingOfEachProject count: Int, limit: Int) throws -> Int {
    var deleted = 0
    var project: String? = ""
    while let name = project, deleted < limit {
      deleted += try connection.execute(
        DiagnosisStatements.trim,
        [.text(name), .integer(Int64(count)), .integer(Int64(limit - deleted))])
      project = try connection.first(DiagnosisStatements.nextProject, [.text(name)]) { row in
        try row.text(0)
      }
    }
    return deleted
  }
}
