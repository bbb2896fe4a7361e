import Foundation
import Identity
import Synchronization
import WorkPool

/// Connections to one PostgreSQL server, each with its own thread to wait in. Transactions of concurrent callers run
/// in parallel.
///
/// The pool runs a transaction again if the database aborted it in favour of another (a deadlock), or if the connection
/// was lost before the commit. If the connection is lost during the commit, the transaction may have been committed.
/// The caller then gets an error, and the transaction is not run again.
final class PostgreSQLPool: Sendable {
  /// The number of runs of a transaction before its caller is told that the database is too busy.
  static let maximumRuns = 10
  /// The maximum number of transactions that wait for a connection. Beyond it, callers get ``StoreError/overloaded``
  /// at once.
  static let maximumWaiting = 8_192
  /// The default for the longest wait for a connection.
  static let usualWait = Duration.seconds(5)

  private enum Kind: String {
    case read = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    case write = "BEGIN ISOLATION LEVEL READ COMMITTED"
    /// A single reading statement, which is its own transaction.
    case once = ""
  }

  /// A connection that is lent to one thread at a time.
  private struct LentConnection: @unchecked Sendable {
    let connection: PostgreSQLConnection
  }

  private struct State {
    var idle: [LentConnection] = []
    var isClosed = false
    /// After a failed connection attempt, the earliest time of the next.
    var nextAttempt: ContinuousClock.Instant?
    var pause = PostgreSQLPool.firstPause
  }

  /// The wait before a further run grows by this time with each run.
  private static let step = Duration.milliseconds(50)
  private static let firstPause = Duration.milliseconds(50)
  private static let longestPause = Duration.seconds(1)

  private let login: PostgreSQLLogin
  private let primary: PrimaryWatch
  private let threads: WorkPool
  private let turns: WriterTurns
  private let longestWait: Duration
  private let state = Mutex(State())

  /// - Parameters:
  ///   - size: connections, at least 1.
  ///   - longestWait: the longest wait for a connection. After this time, a transaction is refused as
  ///     ``StoreError/overloaded``.
  init(_ login: PostgreSQLLogin, size: Int, longestWait: Duration = usualWait) {
    self.login = login
    self.longestWait = longestWait
    primary = PrimaryWatch { try? PostgreSQLConnection(login).server }
    turns = WriterTurns(connections: max(size, 1), maximumWaiting: Self.maximumWaiting)
    threads = WorkPool(name: "postgresql", threads: max(size, 1), maximumQueued: Self.maximumWaiting)
  }

  /// Runs a body whose statements all see the same state of the database.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    try await run(.read, body)
  }

  /// Runs a body of one reading statement.
  func readOnce<Value: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    try await run(.once, body)
  }

  /// Runs a body whose changes are committed together or not at all. It may be run more than once.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    try await run(.write, body)
  }

  /// Closes the pool. Waiting transactions are still run; new ones are refused.
  func close() {
    threads.close()
    state.withLock { state in
      state.isClosed = true
      state.idle = []
    }
  }

  private func run<Value: Sendable>(
    _ kind: Kind, _ body: @escaping @Sendable (PostgreSQLConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    do {
      let asked = ContinuousClock.now
      let work: @Sendable () throws -> Value = { [self] in
        // A request that has waited for so long is refused.
        guard ContinuousClock.now - asked < longestWait else { throw StoreError.overloaded }
        return try transaction(kind, body)
      }
      guard kind == .write else { return try await threads.run(work) }
      return try await turns.run { try await threads.run(work) }
    } catch let failure as WorkPool.Failure {
      switch failure {
      case .overloaded: throw .overloaded
      case .closed: throw .unavailable("the database is closed")
      }
    } catch {
      throw StoreError(error)
    }
  }

  // MARK: On a thread of the pool

  private func transaction<Value>(
    _ kind: Kind, _ body: (PostgreSQLConnection) throws -> Value
  ) throws -> Value {
    var wasLost = false
    for run in 1...Self.maximumRuns {
      let connection = try connection()
      do {
        let value = try attempt(kind, on: connection, body)
        giveBack(connection)
        return value
      } catch SQLFailure.transactionAborted {
        giveBack(connection)
        // PostgreSQL may give a row lock to a new transaction instead of the one that has waited longest. The pause
        // lets the transaction that won the deadlock finish first.
        Thread.sleep(forTimeInterval: (Self.step * run) / .seconds(1))
      } catch SQLFailure.connectionLost(let text) {
        // The other connections have probably been lost, too.
        forgetIdle()
        if wasLost { throw SQLFailure.connectionLost(text) }
        wasLost = true
      } catch {
        giveBack(connection)
        throw error
      }
    }
    throw StoreError.overloaded
  }

  private func attempt<Value>(
    _ kind: Kind, on connection: PostgreSQLConnection, _ body: (PostgreSQLConnection) throws -> Value
  ) throws -> Value {
    if kind == .once { return try body(connection) }
    do {
      try connection.begin(kind.rawValue)
      let value = try body(connection)
      // If the connection is lost here, before the commit, the transaction can be run again.
      try connection.settle()
      guard kind == .write else {
        try connection.commitReading()
        return value
      }
      do {
        try connection.commit()
      } catch SQLFailure.connectionLost(let text) {
        throw SQLFailure.failed("\(text) while it was committing")
      }
      return value
    } catch {
      // If this fails, the connection is not returned to the pool.
      if connection.isOpen, connection.isInsideTransaction { try? connection.rollBack() }
      throw error
    }
  }

  private func connection() throws -> PostgreSQLConnection {
    while let lent = state.withLock({ $0.idle.popLast() }) {
      if lent.connection.isOpen, primary.isCurrent(lent.connection.server) { return lent.connection }
    }
    let now = ContinuousClock.now
    guard state.withLock({ $0.nextAttempt.map { $0 <= now } ?? true }) else {
      throw SQLFailure.connectionLost("PostgreSQL could not be reached a moment ago")
    }
    do {
      let connection = try PostgreSQLConnection(login)
      // The connection may lead to a different server than before, with other settings.
      try PostgreSQLSettings.read(from: connection).check()
      state.withLock { state in (state.nextAttempt, state.pause) = (nil, Self.firstPause) }
      let server = connection.server
      primary.found(server, askedAt: now)
      if login.namesSeveralHosts {
        connection.isWaitFutile = { [primary] waited in primary.isWaitFutile(waited, for: server) }
      }
      return connection
    } catch {
      state.withLock { state in
        state.nextAttempt = ContinuousClock.now + state.pause
        state.pause = min(state.pause * 2, Self.longestPause)
      }
      throw error
    }
  }

  private func giveBack(_ connection: PostgreSQLConnection) {
    guard connection.isOpen, !connection.isInsideTransaction else { return }
    let lent = LentConnection(connection: connection)
    state.withLock { state in if !state.isClosed { state.idle.append(lent) } }
  }

  private func forgetIdle() { state.withLock { $0.idle = [] } }
}
