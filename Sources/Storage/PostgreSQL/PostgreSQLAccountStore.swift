import Identity

/// The store for many machines: a PostgreSQL database. Nothing is kept in the process but ``ProjectCache``, which goes
/// by revisions, so that any number of servers may use one database.
package final class PostgreSQLAccountStore: SQLAccountStore, StoreChanges {
  /// Of connections that each server has.
  package static let connectionCounts = 1...100

  /// Keeps two servers that start at once from both changing the schema. Any number will do that nobody else
  /// locks in the same database.
  private static let migrationLock: Int64 = 0x6c61_7463_686b_6579

  package let projectCache = ProjectCache()
  private let pool: PostgreSQLPool
  private let listener: PostgreSQLListener
  private let timing: StoreTiming?
  private let gate = AccessGate()

  /// Opens the database and brings its schema up to date. Blocks for as long as that takes.
  ///
  /// - Parameter connections: how many transactions may run at once.
  /// - Throws: ``StoreError/unavailable(_:)`` when it cannot be reached, was written by a newer version, or would
  ///   not keep what it acknowledges.
  package init(
    _ login: PostgreSQLLogin, connections: Int = 8, timing: StoreTiming? = nil
  ) throws(StoreError) {
    self.timing = timing
    do {
      let connection = try PostgreSQLConnection(login)
      try PostgreSQLSettings.read(from: connection).check()
      try Self.migrate(connection, SchemaMigrator(dialect: .postgreSQL))
    } catch {
      throw StoreError(error)
    }
    let range = Self.connectionCounts
    listener = PostgreSQLListener(login)
    pool = PostgreSQLPool(login, size: min(max(connections, range.lowerBound), range.upperBound))
  }

  /// Ends with the connection, when it fails.
  static func migrate(_ connection: PostgreSQLConnection, _ migrator: SchemaMigrator) throws {
    try connection.run("BEGIN")
    try connection.execute("SELECT pg_advisory_xact_lock($1)", [.integer(migrationLock)])
    try migrator.migrate(connection)
    try connection.run("COMMIT")
  }

  /// Lets everything that was begun finish, then closes; afterwards every call throws
  /// ``StoreError/unavailable(_:)``.
  package func close() async {
    guard await gate.close() else { return }
    listener.close()
    pool.close()
  }

  package func changes() -> AsyncStream<StoreChange> { listener.changes() }

  package func apply(_ writes: [StoreWrite]) async throws(StoreError) {
    guard !writes.isEmpty else { return }
    try await write { transaction in
      try transaction.apply(writes)
      // Others are told when it is committed, and only then.
      for change in Set(writes.compactMap(\.change)) {
        _ = try transaction.connection.first(
          "SELECT count(*) FROM pg_notify($1, $2)",
          [.text(PostgreSQLListener.channel), .text(change.rawValue)]
        ) { _ in }
      }
    }
  }

  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    guard gate.enter() else { throw Self.closed }
    defer { gate.leave() }
    let begin = ContinuousClock.now
    defer { timing?(.read, ContinuousClock.now - begin) }
    return try await pool.read(body)
  }

  package func write<Value: Sendable>(
    _ body: @escaping @Sendable (StoreTransaction<PostgreSQLConnection>) throws -> Value
  ) async throws(StoreError) -> Value {
    guard gate.enter() else { throw Self.closed }
    defer { gate.leave() }
    let begin = ContinuousClock.now
    defer { timing?(.write, ContinuousClock.now - begin) }
    return try await pool.write { [projectCache] connection in
      try body(StoreTransaction(connection: connection, projectCache: projectCache))
    }
  }

  private static let closed = StoreError.unavailable("the database is closed")
}
