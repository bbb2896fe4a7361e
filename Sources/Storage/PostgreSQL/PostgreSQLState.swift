import Identity

/// The state of a PostgreSQL database, read without changing anything.
package struct PostgreSQLState: Sendable {
  /// ``DatabaseSchema/Age/empty`` if the database contains none of Latchkey's tables; it may contain tables of other
  /// programs.
  package var age: DatabaseSchema.Age
  /// True if the database has signing keys, as every installation has.
  package var hasSigningKeys: Bool
  /// The server's version, for example 150004 for 15.4.
  package var version: Int

  /// - Throws: ``StoreError/unavailable(_:)`` if the database cannot be reached, or would not keep
  ///   acknowledged writes.
  package init(of login: PostgreSQLLogin) throws(StoreError) {
    do {
      let connection = try PostgreSQLConnection(login)
      try PostgreSQLSettings.read(from: connection).check()
      version = connection.serverVersion
      age = try Self.age(connection)
      hasSigningKeys =
        try Self.hasTable("signing_keys", connection)
        && connection.first("SELECT count(*) FROM signing_keys", []) { row in try row.integer(0) > 0 }
          ?? false
    } catch {
      throw StoreError(error)
    }
  }

  /// The reason why the database is temporarily unavailable: it is starting, stopping or gone. Nil if it can be
  /// reached, or if waiting would not help.
  package static func absence(of login: PostgreSQLLogin) -> String? {
    do throws(SQLFailure) {
      _ = try PostgreSQLConnection(login)
      return nil
    } catch .connectionLost(let reason) {
      return reason
    } catch {
      return nil
    }
  }

  static func age(_ connection: PostgreSQLConnection) throws -> DatabaseSchema.Age {
    guard try hasTable("schema_migrations", connection) else { return .empty }
    // Other programs may have a table of this name.
    let named = try connection.first(
      "SELECT count(*) FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = $2",
      [.text("schema_migrations"), .text("name")]
    ) { row in try row.integer(0) }
    guard named == 1 else { return .foreign }
    let applied = try applied(connection)
    guard !applied.isEmpty else { return .empty }
    return try DatabaseSchema.Age(applied: applied) {
      try SchemaMigrator.program(ofNewestStep: applied, connection)
    }
  }

  static func applied(_ connection: PostgreSQLConnection) throws -> [String] {
    try connection.all("SELECT name FROM schema_migrations ORDER BY name", []) { row in try row.text(0) }
  }

  private static func hasTable(_ name: String, _ connection: PostgreSQLConnection) throws -> Bool {
    try connection.first("SELECT CASE WHEN to_regclass($1) IS NULL THEN 0 ELSE 1 END", [.text(name)]) { row in
      try row.integer(0) != 0
    } ?? false
  }
}
