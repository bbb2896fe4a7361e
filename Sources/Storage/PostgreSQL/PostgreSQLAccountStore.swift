import Foundation
import Identity

/// The store for many machines: a PostgreSQL database. Nothing is kept in the process but ``ProjectCache``, which goes
/// by revisions, so that any number of servers may use one database.
package final class PostgreSQLAccountStore: SQLAccountStore, StoreChanges {
  /// Of connections that each server has.
  package static let connectionCounts = 1...100

  /// Keeps two servers that start at once from both changing the schema. Any number will do that nobody else
  /// locks in the same database.
  private static let migrationLock: Int64 = 0x6c61_7463_686b_6579
  /// Of two servers that start at once, keeps one from making the indexes that the other makes.
  private static let indexLock = migrationLock + 1

  /// For how long a change of the schema, or the deletion of all accounts, may take.
  private static let longestChange = Duration.seconds(3_600)

  package let projectCache = ProjectCache()
  package let outboxLosses = OutboxLossObserver()
  private let pool: PostgreSQLPool
  private let listener: PostgreSQLListener
  private let gate: AccessGate

  /// Opens the database and brings its schema up to date. Blocks for as long as that takes.
  ///
  /// - Parameters:
  ///   - connections: how many transactions may run at once.
  ///   - longestWait: for one of them; past that a transaction is refused.
  /// - Throws: ``StoreError/unavailable(_:)`` when it cannot be reached, was written by a newer version, or would
  ///   not keep what it acknowledges.
  package init(
    _ login: PostgreSQLLogin, connections: Int = 8, longestWait: Duration = .seconds(5),
    timing: StoreTiming? = nil
  ) throws(StoreError) {
    gate = AccessGate(timing: timing)
    do {
      let connection = try PostgreSQLConnection(login)
      try PostgreSQLSettings.read(from: connection).check()
      // A database user who may not make tables can still work with existing ones.
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

  /// Ends with the connection, when it fails.
  static func migrate(_ connection: PostgreSQLConnection, _ migrator: SchemaMigrator) throws {
    connection.patience = longestChange
    defer { connection.patience = PostgreSQLConnection.usualPatience }
    try connection.run("BEGIN ISOLATION LEVEL READ COMMITTED")
    try connection.run("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
    try connection.execute("SELECT pg_advisory_xact_lock($1)", [.integer(migrationLock)])
    try migrator.migrate(connection)
    try connection.commit()
  }

  /// Makes the indexes of the next steps while other servers go on, which on many rows takes minutes. Taking the steps
  /// then finds them there.
  ///
  /// Outside of transactions, and never waiting in one: an index that is made so waits for all that are open.
  static func makeIndexesAhead(_ connection: PostgreSQLConnection, _ migrator: SchemaMigrator) throws {
    connection.patience = longestChange
    defer { connection.patience = PostgreSQLConnection.usualPatience }
    // The connection is for this alone, and closed with its settings.
    try connection.run("SET statement_timeout = 0; SET lock_timeout = 0")
    let lock: [SQLValue] = [.integer(indexLock)]
    let end = ContinuousClock.now + longestChange
    while try connection.first(
      "SELECT CASE WHEN pg_try_advisory_lock($1) THEN 1 ELSE 0 END", lock, { try $0.integer(0) }) != 1
    {
      guard ContinuousClock.now < end else {
        throw SQLFailure.failed("another server makes indexes, and comes to no end")
      }
      usleep(200_000)
    }
    for index in migrator.indexesAhead(try PostgreSQLState.applied(connection)) {
      // What a server left that was stopped in the middle is in the way, and of no use.
      let isBroken = try connection.first(
        "SELECT 1 FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid", [.text(index.name)]
      ) { _ in true }
      if isBroken == true { try connection.run("DROP INDEX CONCURRENTLY \(index.name)") }
      try connection.run(index.statement(isConcurrent: true).text)
    }
    _ = try connection.first("SELECT CASE WHEN pg_advisory_unlock($1) THEN 1 ELSE 0 END", lock) { _ in }
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
    let losses =
      if writes.contains(where: \.takesLong) {
        try await applyAtLength(writes)
      } else {
        try await write { transaction in try transaction.apply(writes) }
      }
    outboxLosses.report(losses)
    await tell(Set(writes.compactMap(\.change)))
  }

  private func applyAtLength(_ writes: [StoreWrite]) async throws(StoreError) -> [OutboxLoss] {
    try await write { transaction in
      let connection = transaction.connection
      connection.patience = Self.longestChange
      defer { connection.patience = PostgreSQLConnection.usualPatience }
      try connection.run("SET LOCAL statement_timeout = 0")
      return try transaction.apply(writes)
    }
  }

  /// Where nobody can be told, the others notice a little later.
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

  /// On a thread that may wait, as every other.
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
  /// Whether it deletes any number of accounts.
  fileprivate var takesLong: Bool {
    switch self {
    case .deleteTenant, .deleteAllAccounts: true
    default: false
    }
  }
}
