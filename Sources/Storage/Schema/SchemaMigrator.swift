/// Brings a database to the newest schema and keeps a record of the steps that were taken.
struct SchemaMigrator {
  let dialect: SQLDialect
  var migrations = SchemaMigration.all

  /// Takes the missing steps. The caller holds a transaction that excludes other writers, so that two
  /// servers that start at once do not both take them.
  ///
  /// - Throws: ``SQLFailure/failed(_:)`` when the database has steps that this version does not know, which
  ///   only a newer one can have taken.
  func migrate(_ connection: some SQLConnection) throws {
    try connection.execute(
      "CREATE TABLE IF NOT EXISTS schema_migrations (name \(dialect.text) NOT NULL PRIMARY KEY)")
    let applied = try connection.all("SELECT name FROM schema_migrations ORDER BY name", []) { row in
      try row.text(0)
    }
    let known = migrations.map(\.name)
    if let newer = applied.first(where: { !known.contains($0) }) {
      throw SQLFailure.failed(
        "the database was written by a newer version: its schema has the step \"\(newer)\", which this "
          + "version does not know")
    }
    guard Array(known.prefix(applied.count)) == applied else {
      throw SQLFailure.failed("the database's schema lacks a step in the middle; it was not made by us")
    }
    for migration in migrations.dropFirst(applied.count) {
      for index in migration.indexes(dialect) { try connection.execute(index.statement()) }
      for statement in migration.statements(dialect) { try connection.execute(statement) }
      try migration.work?.run(connection, dialect)
      try connection.execute(
        "INSERT INTO schema_migrations (name) VALUES ($1)", [.text(migration.name)])
    }
  }

  /// Indexes of the next steps, up to the first that changes more: what they need is there.
  func indexesAhead(_ applied: [String]) -> [SchemaIndex] {
    migrations.dropFirst(applied.count).prefix { $0.statements(dialect).isEmpty && $0.work == nil }
      .flatMap { $0.indexes(dialect) }
  }
}
