import GRDB
import Identity

/// Of which version a database is, without changing anything in it.
public enum DatabaseSchema {
  public enum Age: Sendable, Equatable {
    case current
    /// Whoever opens it brings it up to date.
    case older
    /// Another version of the program made it, or another program.
    case unknown
  }

  /// - Throws: ``StoreError/unavailable(_:)`` for what is no database.
  public static func age(of path: String) throws(StoreError) -> Age {
    var configuration = Configuration()
    configuration.label = "latchkey.schema"
    configuration.readonly = true
    configuration.busyMode = .timeout(5)
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let applied: [String] = try queue.read { database in
        guard try database.tableExists("schema_migrations") else { return [] }
        return try String.fetchAll(database, sql: "SELECT name FROM schema_migrations ORDER BY name")
      }
      try queue.close()
      let known = SchemaMigration.all.map(\.name)
      if applied == known { return .current }
      return known.starts(with: applied) ? .older : .unknown
    } catch {
      throw StoreError(error)
    }
  }
}
