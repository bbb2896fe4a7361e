import GRDB
import Identity

/// Whose a database is and of which version, without changing anything in it.
public enum DatabaseSchema {
  public enum Age: Sendable, Equatable {
    case current
    /// The next program that opens it brings it up to date.
    case older
    /// A newer version of the program made it: which, where that noted it.
    case newer(version: String?)
    /// Nobody has written anything into it.
    case empty
    /// Another program made it.
    case foreign

    /// - Parameters:
    ///   - applied: the steps that it has, in their order.
    ///   - program: reads the version of the program that took the newest of them.
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

  /// - Throws: ``StoreError/unavailable(_:)`` for what is no database.
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

  /// Whether there are signing keys in it, as in every installation's.
  ///
  /// - Throws: ``StoreError/unavailable(_:)`` for what is no database.
  public static func hasSigningKeys(_ path: String) throws(StoreError) -> Bool {
    try reading(path) { database in
      guard try database.tableExists("signing_keys") else { return false }
      return try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT * FROM signing_keys)") ?? false
    }
  }

  /// The signing keys that are not withdrawn, sealed as they are kept.
  ///
  /// - Throws: ``StoreError/unavailable(_:)`` for what is no database of the current schema.
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
