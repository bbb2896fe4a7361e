import Identity

/// What is in a PostgreSQL database, without changing anything in it.
package struct PostgreSQLState: Sendable {
  /// ``DatabaseSchema/Age/empty`` when there is nothing of ours in it; it may hold tables of others.
  package var age: DatabaseSchema.Age
  /// Whether there are signing keys in it, as in every installation's.
  package var hasSigningKeys: Bool
  /// Such as 150004 for 15.4.
  package var version: Int

  /// - Throws: ``StoreError/unavailable(_:)`` when it cannot be reached, or would not keep what it acknowledges.
  package init(of login: PostgreSQLLogin) throws(StoreError) {
    do {
      let connection = try PostgreSQLConnection(login)
      try PostgreSQLSettings.read(from: connection).check()
      version = connection.serverVersion
      func hasTable(_ name: String) throws -> Bool {
        try connection.first("SELECT CASE WHEN to_regclass($1) IS NULL THEN 0 ELSE 1 END", [.text(name)]) {
          row in
          try row.integer(0) != 0
        } ?? false
      }
      guard try hasTable("schema_migrations") else {
        (age, hasSigningKeys) = (.empty, false)
        return
      }
      age = DatabaseSchema.Age(
        applied: try connection.all("SELECT name FROM schema_migrations ORDER BY name", []) { row in
          try row.text(0)
        })
      hasSigningKeys =
        try hasTable("signing_keys")
        && connection.first("SELECT count(*) FROM signing_keys", []) { row in try row.integer(0) > 0 }
          ?? false
    } catch {
      throw StoreError(error)
    }
  }
}
