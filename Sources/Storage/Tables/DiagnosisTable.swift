import Identity

/// Why federated sign-ins failed.
struct DiagnosisTable<Connection: SQLConnection> {
  let connection: Connection

  func insert(_ record: DiagnosisRecord) throws {
    try connection.execute(
      DiagnosisStatements.insert,
      [
        .text(record.id), .text(record.project?.rawValue ?? ""), SQLValue(record.recordedAt),
        SQLValue(record.expiresAt), .text(record.document),
      ])
  }

  func diagnosis(_ id: String, now: Timestamp) throws -> DiagnosisRecord? {
    try connection.first(DiagnosisStatements.select, [.text(id), SQLValue(now)]) { row in
      var reader = SQLRowReader(row)
      return DiagnosisRecord(
        id: id, project: ProjectID(rawValue: try reader.text()), recordedAt: try reader.moment(),
        expiresAt: try reader.moment(), document: try reader.text())
    }
  }

  func sweep(now: Timestamp, limit: Int) throws -> Int {
    try connection.execute(DiagnosisStatements.sweep, [SQLValue(now), .integer(Int64(limit))])
  }

  /// Leaves the newest of each project, and of those of none, and deletes at most `limit` others.
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
