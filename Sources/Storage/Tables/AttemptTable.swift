import Identity

/// How often something that may be guessed was tried.
struct AttemptTable<Connection: SQLConnection> {
  let connection: Connection

  func count(key: String, scope: Scope, limit: Int, expiresAt: Timestamp, now: Timestamp) throws {
    guard limit > 0 else { throw StoreError.attemptsExceeded }
    let arguments =
      scope.sqlValues + [.text(key), SQLValue(expiresAt), SQLValue(now), .integer(Int64(limit))]
    guard try connection.execute(AttemptStatements.count, arguments) == 1 else {
      throw StoreError.attemptsExceeded
    }
  }

  func clear(key: String, scope: Scope) throws {
    try connection.execute(AttemptStatements.clear, scope.sqlValues + [.text(key)])
  }

  func deleteAll(in scope: Scope) throws {
    try connection.execute(AttemptStatements.deleteAll, scope.sqlValues)
  }

  func sweep(now: Timestamp, limit: Int) throws -> Int {
    try connection.execute(AttemptStatements.sweep, [SQLValue(now), .integer(Int64(limit))])
  }
}
