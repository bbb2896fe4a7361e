import CSQLiteMemory
import GRDB

/// Opens all SQLite connections, so that the library is configured before its first use.
package enum SQLiteLibrary {
  /// False if other code in the process used SQLite before.
  package static let isSetUp = latchkey_take_sqlite_memory_by_the_page()

  package static func queue(_ path: String, _ configuration: Configuration = Configuration()) throws
    -> DatabaseQueue
  {
    _ = isSetUp
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  static func pool(_ path: String, _ configuration: Configuration) throws -> DatabasePool {
    _ = isSetUp
    return try DatabasePool(path: path, configuration: configuration)
  }
}
