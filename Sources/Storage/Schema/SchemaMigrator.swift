import LatchkeyVersion

/// Brings a database to the newest schema and records the applied migrations.
struct SchemaMigrator {
  let dialect: SQLDialect
  var migrations = SchemaMigration.all
  /// The program's version, which is recorded with the migrations that it applies.
  var program = Release.version

  /// Applies the missing migrations. The caller must run this method in a transaction that excludes other writers.
  /// Otherwise, two servers that start at the same time could both apply the migrations.
  ///
  /// - Throws: ``SQLFailure/failed(_:)`` if the database has migrations that this version does not know. A newer
  ///   version applied them.
  func migrate(_ connection: some SQLConnection) throws {
    try connection.execute(
      "CREATE TABLE IF NOT EXISTS schema_migrations (name \(dialect.text) NOT NULL PRIMARY KEY)")
    let applied = try connection.all("SELECT name FROM schema_migrations ORDER BY name", []) { row in
      try row.text(0)
    }
    let known = migrations.map(\.name)
    if let newer = applied.first(where: { !known.contains($0) }) {
      throw SQLFailure.failed(
        Self.refusal(step: newer, by: try Self.program(ofNewestStep: applied, connection), program))
    }
    guard Array(known.prefix(applied.count)) == applied else {
      throw SQLFailure.failed("the database's schema lacks a step in the middle, so another program made it")
    }
    let missing = migrations.dropFirst(applied.count)
    for migration in missing {
      for index in migration.indexes(dialect) { try connection.execute(index.statement()) }
      for statement in migration.statements(dialect) { try connection.execute(statement) }
      try migration.work?.run(connection, dialect)
      try connection.execute(
        "INSERT INTO schema_migrations (name) VALUES ($1)", [.text(migration.name)])
    }
    guard known.contains(SchemaMigration.programVersions.name) else { return }
    for migration in missing {
      try connection.execute(
        "UPDATE schema_migrations SET program = $1 WHERE name = $2", [.text(program), .text(migration.name)])
    }
  }

  /// The version of the program that applied the newest migration.
  ///
  /// - Returns: nil if that program did not record its version.
  static func program(ofNewestStep applied: [String], _ connection: some SQLConnection) throws -> String? {
    guard applied.contains(SchemaMigration.programVersions.name) else { return nil }
    let found = try connection.first("SELECT program FROM schema_migrations ORDER BY name DESC LIMIT 1", []) {
      row in
      var reader = SQLRowReader(row)
      return try reader.optionalText()
    }
    return found ?? nil
  }

  /// Says which program must run on the database. Until a version is released, all its builds have the same number.
  ///
  /// - Parameter newer: the version that applied the newest migration; nil if it was not recorded.
  static func refusal(step: String, by newer: String?, _ program: String) -> String {
    guard newer != program else {
      return
        "the database was written by a later build of this version, \(program): this build does not know its "
        + "step \"\(step)\". Run that build or a newer one on it, or restore a backup from before"
    }
    let writer = newer.map { "version \($0), and this is \(program)" } ?? "a newer version than \(program)"
    return "the database was written by \(writer), which does not know its step \"\(step)\". Run "
      + "\(newer ?? "that version") or a newer one on it, or restore a backup from before the upgrade"
  }

  /// The indexes of the next migrations, up to the first migration that does more than add indexes. The tables of these
  /// indexes already exist.
  func indexesAhead(_ applied: [String]) -> [SchemaIndex] {
    migrations.dropFirst(applied.count).prefix { $0.statements(dialect).isEmpty && $0.work == nil }
      .flatMap { $0.indexes(dialect) }
  }
}
