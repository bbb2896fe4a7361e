import GRDB
import Identity

/// Determines which program and version made a database, without changing anything in it.
public enum DatabaseSchema {
  public enum Age: Sendable, Equatable {
    case current
    /// An older version of the program made the database. The next server that opens it brings its schema up to date.
    case older
    /// A newer version of the program made the database. The version is nil if that program did not record it.
    case newer(version: String?)
    /// Nothing has been written into the database.
    case empty
    /// Another program made the database.
    case foreign

    /// - Parameters:
    ///   - applied: the database's migrations, in order.
    ///   - program: reads the version of the program that applied the newest migration.
    init(applied: [String], program: () throws -> String?) rethrows {
      let known = SchemaMigration.all.map(\.name)
      guard applied != known else {
        self = .current
        return
      }
      guard let first = known.first, applied.first == first else {
        self = .foreign
        return
      }
      self = known.starts(with: applied) ? .older : .newer(version: try program())
    }
  }

  /// - Throws: ``StoreError/unavailable(_:)`` if the file is not a database.
  public static func age(of path: String) throws(StoreError) -> Age {
    try reading(path) { database in
      guard try database.tableExists("schema_migrations") else {
        return try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master") == 0 ? .empty : .foreign
      }
      let applied = try String.fetchAll(database, sql: "SELECT name FROM schema_migrations ORDER BY name")
      return try Age(applied: applied) {
        try SchemaMigrator.program(ofNewestStep: applied, SQLiteConnection(database: database))
      }
    }
  }

  /// True if the database has signing keys, as every installation has.
  ///
  /// - Throws: ``StoreError/unavailable(_:)`` if the file is not a database.
  public static func hasSigningKeys(_ path: String) throws(StoreError) -> Bool {
    try reading(path) { database in
      guard try database.tableExists("signing_keys") else { return false }
      return try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT * FROM signing_keys)") ?? false
    }
  }

  /// The signing keys that are not retired, sealed as they are stored.
  ///
  /// - Throws: ``StoreError/unavailable(_:)`` if the file is not a database of the current schema.
  public static func signingKeys(_ path: String, now: Instant) throws(StoreError) -> [SigningKeyRecord] {
    try reading(path) { database in
      try SigningKeyTable(connection: SQLiteConnection(database: database)).unretired(now: now)
    }
  }

  static func reading<Value>(_ path: String, _ body: (Database) throws -> Value)
    throws(StoreError) -> Value
  {
    var configuration = Configuration()
    configuration.label = "latchkey.schema"
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    do {
      let queue = try SQLiteLibrary.queue(path, configuration)
      let value = try queue.read(body)
      try queue.close()
      return value
    } catch {
      throw StoreError(opening: path, error)
    }
  }
}
