import Foundation
import Identity

/// The store for several machines: a PostgreSQL database. The only cache in the process is ``ProjectCache``, which
/// checks revisions. So any number of servers may share a database.
package final class PostgreSQLAccountStore: SQLAccountStore, StoreChanges {
  /// The allowed numbers of connections per server.
  package static let connectionCounts = 1...100

  /// Prevents two servers that start at the same time from both changing the schema. The number is arbitrary, but no
  /// other program may lock it in the same database.
  private static let migrationLock: Int64 = 0x6c61_7463_686b_6579
  /// Prevents two servers that start at the same time from creating the same indexes.
  private static let indexLock = migrationLock + 1

  /// The longest time that a schema change, or the deletion of all accounts, may take.
  private static let longestChange = Duration.seconds(3_600)

  package let projectCache = ProjectCache()
  package let outboxLosses = OutboxLossObserver()
  private let pool: PostgreSQLPool
  private let listener: PostgreSQLListener
  private let gate: AccessGate

  /// Opens the database and brings its schema up to date. Blocks for as long as that takes.
  ///
  /// - Parameters:
  ///   - connections: the number of transactions that may run at once.
  ///   - longestWait: the longest wait for a connection. After this time, a transaction is refused.
  /// - Throws: ``StoreError/unavailable(_:)`` if the database cannot be reached, was written by a newer version, or
  ///   would not keep acknowledged writes.
  package init(
    _ login: PostgreSQLLogin, connections: Int = 8, longestWait: Duration = .seconds(5),
    timing: StoreTiming? = nil
  ) throws(StoreError) {
    gate = AccessGate(timing: timing)
    do {
      let connection = try PostgreSQLConnection(login)
      try PostgreSQLSettings.read(from: connection).check()
      // A database user without the right to create tables can still work with existing tables.
      let migrator = SchemaMigrator(dialect: .postgreSQL)
      switch try PostgreSQLState.age(connection) {
      case .current: break
      case .older:
        try Self.makeIndexesAhead(connection, migrator)
        try Self.migrate(connection, migrator)
      case .empty, .newer, .foreign: try Self.migrate(connection, migrator)
      }
    } catch {
      throw StoreError(error)
    }
    let range = Self.connectionCounts
    listener = PostgreSQLListener(login)
    pool = PostgreSQLPool(
      login, size: min(max(connections, range.lowerBound), range.upperBound), longestWait: longestWait)
  }

  /// Applies the missing migrations in one transaction. If a migration fails, the caller closes the connection, and
  /// PostgreSQL rolls the transaction back.
  static func migrate(_ connection: PostgreSQLConnection, _ migrator: SchemaMigrator) throws {
    connection.patience = longestChange
    defer { connection.patience = PostgreSQLConnection.defaultPatience }
    try connection.run("BEGIN ISOLATION LEVEL READ COMMITTED")
    try connection.run("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
    try connection.execute("SELECT pg_advisory_xact_lock($1)", [.integer(migrationLock)])
    try migrator.migrate(connection)
    try connection.commit()
  }

  /// Creates the indexes of the next migrations while other servers continue to run. This takes minutes if a table has
  /// many rows. The migrations then find the indexes in place.
  ///
  /// It runs outside transactions: `CREATE INDEX CONCURRENTLY` waits for all open transactions to end, so another
  /// server that waited for the lock inside a transaction would block it.
  static func makeIndexesAhead(_ connection: PostgreSQLConnection, _ migrator: SchemaMigrator) throws {
    connection.patience = longestChange
    defer { connection.patience = PostgreSQLConnection.defaultPatience }
    // The connection is used only for this method and is closed afterwards, so the settings need no reset.
    try connection.run("SET statement_timeout = 0; SET lock_timeout = 0")
    let lock: [SQLValue] = [.integer(indexLock)]
    let end = ContinuousClock.now + longestChange
    while try connection.first(
      "SELECT CASE WHEN pg_try_advisory_lock($1) THEN 1 ELSE 0 END", lock, { try $0.integer(0) }) != 1
    {
      guard ContinuousClock.now < end else {
        throw SQLFailure.failed("another server is still making indexes")
      }
      usleep(200_000)
    }
    for index in migrator.indexesAhead(try PostgreSQLState.applied(connection)) {
      // A broken index, left by a server that was stopped midway, is useless and blocks its name.
      let isBroken = try connection.first(
        "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid", [.text(index.name)]
      ) { _ in true }
      if isBroken == true { try connection.run("DROP INDEX CONCURRENTLY \(index.name)") }
      try connection.run(index.statement(isConcurrent: true).text)
    }
    _ = try connection.first("SELECT CASE WHEN pg_advisory_unlock($1) THEN 1 ELSE 0 END", lock) { _ in }
  }

  /// Lets running calls finish, then closes. Afterwards every call throws ``StoreError/unavailable(_:)``.
  package func close() async {
    guard await gate.close() else { return }
    listener.close()
    pool.close()
  }

  package func changes() -> AsyncStream<StoreChange> { listener.changes() }

  package func apply(_ writes: [StoreWrite]) async throws(StoreError) {
    guard !writes.isEmpty else { return }
    let losses =
      if writes.contains(where: \.takesLong) {
        try await applyWithLongTimeout(writes)
      } else {
        try await write { transaction in try transaction.apply(writes) }
      }
    outboxLosses.report(losses)
    await tell(Set(writes.compactMap(\.change)))
  }

  private func applyWithLongTimeout(_ writes: [StoreWrite]) async throws(StoreError) -> [OutboxLoss] {
    try await write { transaction in
      let connection = transaction.connection
      connection.patience = Self.longestChange
      defer { connection.patience = PostgreSQLConnection.defaultPatience }
      try connection.run("SET LOCAL statement_timeout = 0")
      return try transaction.apply(writes)
    }
  }

  /// Notifies other servers of changes. If this fails, they notice a little later.
  private func tell(_ changes: Set<StoreChange>) async {
    guard !changes.isEmpty else { return }
    _ = try? await read { connection in
      for change in changes {
        _ = try connection.first(
          "SELECT count(*) FROM pg_notify($1, $2)",
          [.text(PostgreSQLListener.channel), .text(change.rawValue)]
        ) { _ in }
      }
    }
  }

  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    try await gate.pass(.read) { () async throws(StoreError) in try await pool.read(body) }
  }

  /// Runs on a thread of the pool, like every other read, because the calling thread must not block.
  package func lookUp<Value: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    try await read(body)
  }

  package func lookUpOnce<Value: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    try await gate.pass(.read) { () async throws(StoreError) in try await pool.readOnce(body) }
  }

  package func write<Value: Sendable>(
    _ body: @escaping @Sendable (StoreTransaction<PostgreSQLConnection>) throws -> Value
  ) async throws(StoreError) -> Value {
    try await gate.pass(.write) { () async throws(StoreError) in
      try await pool.write { [projectCache] connection in
        try body(StoreTransaction(connection: connection, projectCache: projectCache))
      }
    }
  }

}

extension StoreWrite {
  /// True if the write may delete any number of accounts.
  fileprivate var takesLong: Bool {
    switch self {
    case .deleteTenant, .deleteAllAccounts: true
    default: false
    }
  }
}
