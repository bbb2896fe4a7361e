import Foundation
import GRDB
import Identity

/// The store for one machine: an SQLite database in a file.
///
/// Writes of concurrent callers share a commit, and each is acknowledged once its commit is on the disk. Reads run in
/// parallel on their own connections, short ones on the caller's thread. Other processes may use the same file at the
/// same time.
package final class SQLiteAccountStore: SQLAccountStore {
  let commits: GroupCommit
  private let pool: DatabasePool
  private let lookups: LookupConnections
  private let file: DatabaseFile
  private let gate: AccessGate
  package let projectCache = ProjectCache()
  package let outboxLosses = OutboxLossObserver()

  /// Opens the database, creates it if it is missing (readable by its owner only), and brings its schema up to date.
  /// Blocks for as long as that takes, usually some milliseconds.
  ///
  /// - Parameter path: the database's file, in an existing directory. Nil for a temporary file that is deleted when
  ///   the store is closed.
  /// - Throws: ``StoreError/unavailable(_:)`` if the file cannot be used or was written by a newer version, or if
  ///   SQLite does not confirm that it will sync every commit.
  package convenience init(path: String?, timing: StoreTiming? = nil) throws(StoreError) {
    let file = if let path { try DatabaseFile(at: path) } else { try DatabaseFile.temporary() }
    try self.init(file, timing: timing)
  }

  init(
    _ file: DatabaseFile, settings: SQLiteSettings = .required, timing: StoreTiming?
  ) throws(StoreError) {
    gate = AccessGate(timing: timing)
    self.file = file
    do {
      pool = try Self.openPool(
        path: file.path, migrator: SchemaMigrator(dialect: .sqlite), settings: settings)
    } catch {
      throw StoreError(opening: file.path, error)
    }
    commits = GroupCommit(pool: pool)
    lookups = LookupConnections(path: file.path)
  }

  static func openPool(
    path: String, migrator: SchemaMigrator, settings: SQLiteSettings = .required
  ) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.label = "latchkey.storage"
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(5)
    configuration.maximumReaderCount = max(4, ProcessInfo.processInfo.activeProcessorCount)
    // If a transaction cannot be rolled back, the next one must fail, not the process.
    configuration.allowsUnsafeTransactions = true
    let pool = try SQLiteLibrary.pool(path, configuration)
    do {
      try pool.writeWithoutTransaction { database in
        let connection = SQLiteConnection(database: database)
        // GRDB sets NORMAL when it opens the database. NORMAL syncs only at checkpoints.
        try connection.execute("PRAGMA synchronous = \(settings.synchronous)")
        // Rows are inserted at random positions of their indexes. A page that does not fit into the cache must be read
        // again for each insertion.
        try connection.execute("PRAGMA cache_size = -65536")
        // A checkpoint writes each changed page once for all commits since the last checkpoint.
        _ = try connection.first("PRAGMA wal_autocheckpoint = 8192", []) { _ in }
        if settings == .required { try SQLiteSettings.read(from: connection).requireDurability() }
        try connection.execute("BEGIN IMMEDIATE")
        do {
          try migrator.migrate(connection)
          try connection.execute("COMMIT")
        } catch {
          if connection.isInsideTransaction { _ = try? connection.execute("ROLLBACK") }
          throw error
        }
      }
    } catch {
      try? pool.close()
      throw error
    }
    return pool
  }

  /// Lets running calls finish, then closes. Afterwards every call throws ``StoreError/unavailable(_:)``.
  package func close() async {
    guard await gate.close() else { return }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [pool, lookups, file] in
        // Readers are closed first: the last connection to close merges the write-ahead log, and a reader cannot do
        // that.
        lookups.close()
        pool.releaseMemory()
        // A failure loses nothing: acknowledged writes are on the disk, at least in the log.
        try? pool.close()
        file.temporaryDirectory?.remove()
        continuation.resume()
      }
    }
  }

  // MARK: Writing

  package func write<Value: Sendable>(
    _ body: @escaping @Sendable (StoreTransaction<SQLiteConnection>) throws -> Value
  ) async throws(StoreError) -> Value {
    try await gate.pass(.write) { () async throws(StoreError) in
      try await commits.run { [projectCache] connection in
        try body(StoreTransaction(connection: connection, projectCache: projectCache))
      }
    }
  }

  // MARK: Reading

  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    try await gate.pass(.read) { () async throws(StoreError) in try await readInTurn(body) }
  }

  private func readInTurn<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    do {
      return try await pool.read { database in try body(SQLiteConnection(database: database)) }
    } catch {
      throw StoreError(error)
    }
  }

  /// Runs on the calling thread.
  package func lookUp<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    try await lookUp(lookups.read, body)
  }

  package func lookUpOnce<Value: Sendable>(
    _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    try await lookUp(lookups.readOnce, body)
  }

  private func lookUp<Value: Sendable>(
    _ read: ((SQLiteConnection) throws -> Value) throws -> Value,
    _ body: @escaping @Sendable (SQLiteConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    try await gate.pass(.read) { () async throws(StoreError) in
      do {
        return try read(body)
      } catch let error as StoreError {
        throw error
      } catch {
        // Another process may lock the file for a moment. The thread of `readInTurn` may wait for the lock.
        return try await readInTurn(body)
      }
    }
  }

}
