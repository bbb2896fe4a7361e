import GRDB
import Identity
import Synchronization

/// Groups the batches of concurrent callers into one transaction, so that they share the wait for the disk.
///
/// While one commit waits for the disk, arriving batches queue up for the next. A refused batch leaves no trace and
/// does not disturb the others: the transaction starts again with a savepoint for each batch. A caller gets its
/// answer when the commit with its batch is durable.
///
/// A savepoint copies every page that changes while it is open, which costs more than most batches do. So groups run
/// without savepoints until a batch is refused, and then with savepoints until a group has no refusals. Refused batches
/// therefore cost the other callers an extra transaction only occasionally.
final class GroupCommit: Sendable {
  /// The maximum number of batches in one transaction.
  static let maximumGroup = 256
  /// The maximum number of waiting batches. Beyond it, callers get ``StoreError/overloaded`` at once.
  static let maximumWaiting = 8192

  private struct Job: Sendable {
    /// The batch. It may run twice; the changes of the first run were then rolled back.
    let batch: @Sendable (SQLiteConnection) throws -> Void
    let answer: CheckedContinuation<Result<Void, StoreError>, Never>
  }

  /// Stores a batch's result until its transaction is durable.
  private final class Returned<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }

  private struct State {
    var waiting: [Job] = []
    var isRunning = false
    /// True after a group with a refused batch.
    var expectsRefusals = false
    var commits = 0
  }

  private let pool: DatabasePool
  private let state = Mutex(State())

  init(pool: DatabasePool) { self.pool = pool }

  /// The number of waiting batches, and of transactions committed so far.
  var figures: (waiting: Int, commits: Int) { state.withLock { ($0.waiting.count, $0.commits) } }

  /// Runs a batch in the next transaction, completely or not at all, and returns the batch's result once the
  /// transaction is durable. The batch cannot be cancelled.
  func run<Value: Sendable>(
    _ batch: @escaping @Sendable (SQLiteConnection) throws -> Value
  ) async throws(StoreError) -> Value {
    let returned = Returned<Value>()
    let result = await withCheckedContinuation { answer in
      let (isAccepted, mustStart) = state.withLock { state in
        guard state.waiting.count < Self.maximumWaiting else { return (false, false) }
        let job = Job(
          batch: { connection in
            let value = try batch(connection)
            returned.value.withLock { $0 = value }
          }, answer: answer)
        state.waiting.append(job)
        defer { state.isRunning = true }
        return (true, !state.isRunning)
      }
      if mustStart { schedule() }
      if !isAccepted { answer.resume(returning: .failure(.overloaded)) }
    }
    try result.get()
    guard let value = returned.value.withLock(\.self) else {
      throw .unavailable("a transaction was kept that was not run")
    }
    return value
  }

  private func schedule() {
    pool.asyncWriteWithoutTransaction { database in
      self.commitGroup(on: SQLiteConnection(database: database))
    }
  }

  private func commitGroup(on connection: SQLiteConnection) {
    let group = state.withLock { state in
      let group = Array(state.waiting.prefix(Self.maximumGroup))
      state.waiting.removeFirst(group.count)
      return group
    }
    let results = commit(group, on: connection)
    let hasMore = state.withLock { state in
      state.commits += 1
      state.isRunning = !state.waiting.isEmpty
      return state.isRunning
    }
    for (job, result) in zip(group, results) { job.answer.resume(returning: result) }
    if hasMore { schedule() }
  }

  private func commit(_ group: [Job], on connection: SQLiteConnection) -> [Result<Void, StoreError>] {
    do {
      try connection.execute("BEGIN IMMEDIATE")
      let results = try results(of: group, on: connection)
      try connection.execute("COMMIT")
      let isRefusing = results.contains { if case .failure = $0 { true } else { false } }
      state.withLock { $0.expectsRefusals = isRefusing }
      return results
    } catch {
      // If this fails, too, the next BEGIN fails, and its callers get an error.
      if connection.isInsideTransaction { _ = try? connection.execute("ROLLBACK") }
      return group.map { _ in .failure(StoreError(error)) }
    }
  }

  private func results(of group: [Job], on connection: SQLiteConnection) throws -> [Result<Void, StoreError>]
  {
    guard group.count > 1 else { return try group.map { .success(try $0.batch(connection)) } }
    if !state.withLock(\.expectsRefusals) {
      do {
        return try group.map { .success(try $0.batch(connection)) }
      } catch {
        guard connection.isInsideTransaction else { throw error }
        try connection.execute("ROLLBACK")
        try connection.execute("BEGIN IMMEDIATE")
      }
    }
    return try group.map { try isolatedResult(of: $0.batch, on: connection) }
  }

  /// - Throws: an error if the whole transaction is lost, for example because the disk is full.
  private func isolatedResult(
    of batch: (SQLiteConnection) throws -> Void, on connection: SQLiteConnection
  ) throws -> Result<Void, StoreError> {
    try connection.execute("SAVEPOINT batch")
    do {
      try batch(connection)
      try connection.execute("RELEASE batch")
      return .success(())
    } catch {
      guard connection.isInsideTransaction else { throw error }
      try connection.execute("ROLLBACK TO batch")
      try connection.execute("RELEASE batch")
      return .failure(StoreError(error))
    }
  }
}
