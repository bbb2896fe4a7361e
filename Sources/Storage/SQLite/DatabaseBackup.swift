import Foundation
import GRDB
import Identity

/// Copies of a database, made while others read and write it.
public enum DatabaseBackup {
  /// Copies the database as it is at one moment into a new file, for its owner only.
  ///
  /// - Parameter target: must not exist; when the copy fails it does not afterwards, either.
  public static func copy(_ path: String, to target: String) throws(StoreError) {
    let descriptor = open(target, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw .unavailable("cannot create \(target): \(String(cString: strerror(errno)))")
    }
    close(descriptor)
    do {
      let source = try DatabaseQueue(path: path, configuration: configuration())
      let copy = try DatabaseQueue(path: target, configuration: configuration())
      try source.backup(to: copy)
      // One file alone, without a log beside it.
      try copy.writeWithoutTransaction { database in
        try database.execute(sql: "PRAGMA journal_mode = DELETE")
        try database.execute(sql: "PRAGMA synchronous = FULL")
      }
      try copy.close()
      try source.close()
      try synchronize(target)
    } catch {
      unlink(target)
      throw StoreError(error)
    }
  }

  /// What SQLite finds wrong with a database; nothing for one that is whole.
  ///
  /// - Parameter quick: leaves out whether every index has what its table has.
  /// - Throws: ``StoreError/unavailable(_:)`` for what is no database.
  public static func faults(_ path: String, quick: Bool = false) throws(StoreError) -> [String] {
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration())
      let lines = try queue.read { database in
        try String.fetchAll(database, sql: quick ? "PRAGMA quick_check(20)" : "PRAGMA integrity_check(20)")
          + Row.fetchAll(database, sql: "PRAGMA foreign_key_check").prefix(20).map { "foreign key: \($0)" }
      }
      try queue.close()
      return lines.filter { $0 != "ok" }
    } catch {
      throw StoreError(error)
    }
  }

  private static func configuration() -> Configuration {
    var configuration = Configuration()
    configuration.label = "latchkey.backup"
    configuration.busyMode = .timeout(10)
    return configuration
  }

  private static func synchronize(_ path: String) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try handle.synchronize()
    try handle.close()
  }
}
