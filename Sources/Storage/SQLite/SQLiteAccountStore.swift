import Foundation
import GRDB
import Identity

/// The store for one machine: a SQLite database in a file.
///
/// Writes of concurrent callers share a commit; each is acknowledged when its commit is on the disk. Reads
/// run beside them on connections of their own. Other processes may use the same file at the same time.
public final class SQLiteAccountStore: AccountStore {
  /// The most accounts that ``accounts(in:after:limit:)`` answers, and the most rows of a kind that one
  /// ``sweep(now:limit:)`` deletes, whatever limit is asked for.
  public static let maximumRows = 10_000

  /// What a call of the database did.
  public enum CallKind: String, Sendable { case read, write }
  /// Called with how long each call took, waiting included.
  public typealias Timing = @Sendable (CallKind, Duration) -> Void

  let commits: GroupCommit
  private let timing: Timing?
  private let pool: DatabasePool
  private let file: DatabaseFile
  private let gate = AccessGate()
  private let projectCache = ProjectCache()

  /// Opens the database, creates it if it is missing (readable by its owner only) and brings its schema up
  /// to date. Blocks for as long as that takes, some milliseconds as a rule.
  ///
  /// - Parameter path: The database's file, in a directory that exists. Nil for a temporary one that is
  ///   deleted when the store is closed.
  /// - Throws: ``StoreError/unavailable(_:)`` when the file cannot be used, was written by a newer version,
  ///   or when SQLite does not confirm that it will sync every commit.
  public init(path: String?, timing: Timing? = nil) throws(StoreError) {
    self.timing = timing
    file = if let path { try DatabaseFile(at: path) } else { try .temporary() }
    do {
      pool = try Self.openPool(path: file.path, migrator: SchemaMigrator(dialect: .sqlite))
    } catch {
      throw StoreError(error)
    }
    commits = GroupCommit(pool: pool)
  }

  static func openPool(path: String, migrator: SchemaMigrator) throws -> DatabasePool {
    var configuration = Configuration()
    configuration.label = "latchkey.storage"
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(5)
    configuration.maximumReaderCount = max(4, ProcessInfo.processInfo.activeProcessorCount)
    // A transaction that could not be rolled back must fail the next one, not the process.
    configuration.allowsUnsafeTransactions = true
    let pool = try DatabasePool(path: path, configuration: configuration)
    do {
      try pool.writeWithoutTransaction { database in
        let connection = SQLiteConnection(database: database)
        // Opening has set it to NORMAL, which syncs only at checkpoints.
        try connection.execute("PRAGMA synchronous = FULL")
        try SQLiteSettings.read(from: connection).requireDurability()
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

  /// Lets everything that was begun finish, then closes; afterwards every call throws
  /// ``StoreError/unavailable(_:)``.
  public func close() async {
    guard await gate.close() else { return }
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [pool, file] in
        // Readers first: the last connection to close merges the write-ahead log, and a reader could not.
        pool.releaseMemory()
        // A failure loses nothing: what was acknowledged is on the disk, in the log if not in the file.
        try? pool.close()
        file.temporaryDirectory?.remove()
        continuation.resume()
      }
    }
  }

  // MARK: Writing

  public func apply(_ writes: [StoreWrite]) async throws(StoreError) {
    guard !writes.isEmpty else { return }
    _ = try await write { transaction in
      try transaction.apply(writes)
      return 0
    }
  }

  public func sweep(now: Timestamp, limit: Int) async throws(StoreError) -> Int {
    let limit = Self.bounded(limit)
    var count = 0
    for kind in SweptKind.allCases {
      count += try await write { transaction in try transaction.sweep(kind, now: now, limit: limit) }
    }
    return count
  }

  func write(
    _ body: @escaping @Sendable (StoreTransaction<SQLiteConnection>) throws -> Int
  ) async throws(StoreError) -> Int {
    guard gate.enter() else { throw Self.closed }
    defer { gate.leave() }
    let begin = ContinuousClock.now
    defer { timing?(.write, ContinuousClock.now - begin) }
    return try await commits.run { [projectCache] connection in
      try body(StoreTransaction(connection: connection, projectCache: projectCache))
    }
  }

  // MARK: Reading

  func read<Value: Sendable>(
    _ body: @Sendable (SQLiteConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    guard gate.enter() else { throw Self.closed }
    defer { gate.leave() }
    let begin = ContinuousClock.now
    defer { timing?(.read, ContinuousClock.now - begin) }
    do {
      return try await pool.read { database in try body(SQLiteConnection(database: database)) }
    } catch {
      throw StoreError(error)
    }
  }

  private static let closed = StoreError.unavailable("the database is closed")

  static func bounded(_ limit: Int) -> Int { max(0, min(limit, maximumRows)) }

  public func projects() async throws(StoreError) -> [Project] {
    try await read { [projectCache] connection in
      try ProjectTable(connection: connection, cache: projectCache).projects()
    }
  }

  public func project(_ id: ProjectID) async throws(StoreError) -> Project? {
    try await read { [projectCache] connection in
      try ProjectTable(connection: connection, cache: projectCache).project(id)
    }
  }

  public func project(apiKey: String) async throws(StoreError) -> Project? {
    try await read { [projectCache] connection in
      try ProjectTable(connection: connection, cache: projectCache).project(apiKey: apiKey)
    }
  }

  public func tenant(_ id: TenantID, in project: ProjectID) async throws(StoreError) -> Tenant? {
    try await read { connection in try TenantTable(connection: connection).tenant(id, in: project) }
  }

  public func tenants(
    in project: ProjectID, after: TenantID?, limit: Int
  ) async throws(StoreError) -> [Tenant] {
    let limit = Self.bounded(limit)
    return try await read { connection in
      try TenantTable(connection: connection).page(in: project, after: after, limit: limit)
    }
  }

  public func account(_ id: AccountID, in scope: Scope) async throws(StoreError) -> Account? {
    try await read { connection in try AccountTable(connection: connection).account(id, in: scope) }
  }

  public func account(email: EmailAddress, in scope: Scope) async throws(StoreError) -> Account? {
    try await read { connection in try AccountTable(connection: connection).account(email: email, in: scope) }
  }

  public func account(phoneNumber: String, in scope: Scope) async throws(StoreError) -> Account? {
    try await read { connection in
      try AccountTable(connection: connection).account(phoneNumber: phoneNumber, in: scope)
    }
  }

  public func account(
    providerID: String, rawID: String, in scope: Scope
  ) async throws(StoreError) -> Account? {
    try await read { connection in
      try AccountTable(connection: connection).account(providerID: providerID, rawID: rawID, in: scope)
    }
  }

  public func accountCount(in scope: Scope) async throws(StoreError) -> Int {
    try await read { connection in try AccountTable(connection: connection).count(in: scope) }
  }

  public func accounts(
    in scope: Scope, after: AccountID?, limit: Int
  ) async throws(StoreError) -> [Account] {
    let limit = Self.bounded(limit)
    return try await read { connection in
      try AccountTable(connection: connection).page(in: scope, after: after, limit: limit)
    }
  }

  public func accounts(
    in scope: Scope, orderedBy order: AccountOrder, offset: Int, limit: Int
  ) async throws(StoreError) -> [Account] {
    let limit = Self.bounded(limit)
    return try await read { connection in
      try AccountTable(connection: connection)
        .page(in: scope, orderedBy: order, offset: max(0, offset), limit: limit)
    }
  }

  public func session(
    tokenHash: [UInt8]
  ) async throws(StoreError) -> (session: RefreshSession, account: Account)? {
    try await read { connection in
      guard let session = try SessionTable(connection: connection).session(tokenHash: tokenHash),
        let account = try AccountTable(connection: connection)
          .account(session.accountID, in: session.scope)
      else { return nil }
      return (session, account)
    }
  }

  public func artifact(
    tokenHash: [UInt8], purpose: String, now: Timestamp
  ) async throws(StoreError) -> Artifact? {
    try await read { connection in
      try ArtifactTable(connection: connection).artifact(tokenHash: tokenHash, purpose: purpose, now: now)
    }
  }

  public func remembers(_ key: ThrottleKey, now: Timestamp) async throws(StoreError) -> Bool {
    try await read { connection in try ThrottleTable(connection: connection).remembers(key, now: now) }
  }

  public func signingKeys(now: Timestamp) async throws(StoreError) -> [SigningKeyRecord] {
    try await read { connection in try SigningKeyTable(connection: connection).unretired(now: now) }
  }
}
