import Identity

/// The single-use artifacts.
struct ArtifactTable<Connection: SQLConnection> {
  let connection: Connection

  func artifact(tokenHash: [UInt8], purpose: String, now: Instant) throws -> Artifact? {
    let arguments: [SQLValue] = [.blob(tokenHash), .text(purpose), SQLValue(now)]
    return try connection.first(ArtifactStatements.select, arguments) { row in
      var reader = SQLRowReader(row)
      return Artifact(
        tokenHash: tokenHash, purpose: purpose, scope: try reader.scope(), payload: try reader.blob(),
        createdAt: try reader.moment(), expiresAt: try reader.moment())
    }
  }

  func insert(_ artifact: Artifact) throws {
    try connection.send(
      ArtifactStatements.insert,
      [.blob(artifact.tokenHash), .text(artifact.purpose)] + artifact.scope.sqlValues + [
        .blob(artifact.payload), SQLValue(artifact.createdAt), SQLValue(artifact.expiresAt),
      ])
  }

  func insertSessions(of id: AccountID, in scope: Scope, expiresAt: Instant, now: Instant) throws {
    let values: [SQLValue] = [
      .text(RefreshSession.purposeOfDeletedAccounts), SQLValue(now), SQLValue(expiresAt),
    ]
    try connection.execute(
      ArtifactStatements.insertSessions, values + scope.sqlValues + [.text(id.rawValue)])
  }

  func consume(tokenHash: [UInt8], purpose: String, scope: Scope, now: Instant) throws {
    let arguments = [.blob(tokenHash), .text(purpose)] + scope.sqlValues + [SQLValue(now)]
    try connection.send(ArtifactStatements.consume, arguments) { count in
      guard count == 1 else { throw StoreError.artifactGone }
    }
  }

  func deleteAll(in scope: Scope) throws {
    try connection.execute(ArtifactStatements.deleteAll, scope.sqlValues)
  }

  func sweep(now: Instant, limit: Int) throws -> Int {
    try connection.execute(ArtifactStatements.sweep, [SQLValue(now), .integer(Int64(limit))])
  }
}
