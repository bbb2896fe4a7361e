import Foundation
import GRDB
import GRDBSQLite
import Identity

/// Copies a database while others read and write it.
public enum DatabaseBackup {
  /// The reason why the copy failed: the file at fault, and a text that can end a sentence.
  public enum Failure: Error, Sendable, Equatable {
    case source(String)
    case target(String)
    /// The target's disk, or its user's share of it, has no room.
    case targetFull(String)

    public var reason: String {
      switch self {
      case .source(let reason), .target(let reason), .targetFull(let reason): reason
      }
    }
  }

  /// Copies the database, as of one moment, into a new file that only its owner may read.
  ///
  /// - Parameter target: must not exist. If the copy fails, the file is removed.
  public static func copy(_ path: String, to target: String) throws(Failure) {
    let source = try attempt(Failure.source) {
      let source = try SQLiteLibrary.queue(path, configuration())
      // Opening a database reads nothing, so only a query can find a fault in the source.
      _ = try source.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
      return source
    }
    let descriptor = open(target, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw targetFailure(errno) }
    close(descriptor)
    do throws(Failure) {
      let copy = try attempt(Failure.target) {
        try SQLiteLibrary.queue(target, configuration())
      }
      do {
        try source.backup(to: copy)
      } catch {
        let failure = isSourceFailure(error) ? .source(reason(error)) : targetFailure(error, of: copy)
        try? copy.close()
        throw failure
      }
      do {
        // Makes the copy a single file, without a log.
        try copy.writeWithoutTransaction { database in
          try database.execute(sql: "PRAGMA journal_mode = DELETE")
          try database.execute(sql: "PRAGMA synchronous = FULL")
        }
      } catch {
        throw targetFailure(error, of: copy)
      }
      try attempt(Failure.target) { try copy.close() }
      try synchronize(target)
      try attempt(Failure.source) { try source.close() }
    } catch {
      for file in [target, target + "-journal"] { unlink(file) }
      throw error
    }
  }

  /// The maximum size in bytes of a database's copy, its log included.
  public static func size(_ path: String) -> Int64 {
    [path, path + "-wal"].reduce(0) { sum, file in
      var status = stat()
      return stat(file, &status) == 0 ? sum + Int64(status.st_size) : sum
    }
  }

  private static func attempt<Value>(_ failure: (String) -> Failure, _ body: () throws -> Value)
    throws(Failure) -> Value
  {
    do { return try body() } catch { throw failure(reason(error)) }
  }

  private static func isSourceFailure(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    // The target is new and is only written to. So an error of reading comes from the source.
    return [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode)
      || [.SQLITE_IOERR_READ, .SQLITE_IOERR_SHORT_READ].contains(error.extendedResultCode)
  }

  private static func targetFailure(_ error: any Error, of copy: DatabaseQueue) -> Failure {
    guard let failure = error as? DatabaseError else { return .target(reason(error)) }
    if failure.resultCode == .SQLITE_FULL { return .targetFull(reason(error)) }
    // SQLite reports a used-up quota as an I/O error. Only the system's error number tells it apart.
    let number =
      failure.resultCode == .SQLITE_IOERR ? copy.inDatabase { sqlite3_system_errno($0.sqliteConnection) } : 0
    return DiskFault.isShortage(number) ? .targetFull(reason(error)) : .target(reason(error))
  }

  private static func targetFailure(_ errorNumber: Int32) -> Failure {
    let reason = DiskFault.reason(errorNumber)
    return DiskFault.isShortage(errorNumber) ? .targetFull(reason) : .target(reason)
  }

  private static func reason(_ error: any Error) -> String {
    if case .unavailable(let reason) = StoreError(error) { reason } else { "\(error)" }
  }

  /// The faults that SQLite finds in a database; empty for an intact database.
  ///
  /// - Parameter quick: skips the check that every index matches its table.
  /// - Throws: ``StoreError/unavailable(_:)`` if the file is not a database.
  public static func faults(_ path: String, quick: Bool = false) throws(StoreError) -> [String] {
    do {
      let queue = try SQLiteLibrary.queue(path, configuration())
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

  private static func synchronize(_ path: String) throws(Failure) {
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { throw targetFailure(errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw targetFailure(errno) }
  }
}
