import Identity
import Synchronization

/// Gathers what concurrent callers write to one project into one transaction, so that they share the wait for the disk.
///
/// They would wait for one another anyway: all append to the project's audit log, whose records are chained. Alone, each
/// would keep the others from its end until its own commit is on the disk; so each project has a line of its own, in every
/// server, and whoever is at the head of it takes those behind along.
///
/// Each batch runs in a savepoint: one that is refused leaves no trace and does not disturb its neighbours. One that meets
/// a row which somebody else keeps is taken out of the line, and run alone: a line has the end of the audit log for itself,
/// and nobody may wait who has that, least of all for somebody who will want it.
final class ProjectWriteQueue: Sendable {
  /// Batches in one transaction. PostgreSQL keeps up to 64 savepoints of one at hand.
  static let maximumGroup = 48
  /// Writes in one transaction, and in a batch that belongs into a line at all: others' sign-ins wait for all of them.
  static let maximumWrites = 256
  static let maximumBatch = 64
  /// Batches of one project that wait; past that the answer is ``StoreError/overloaded`` at once.
  static let maximumWaiting = 1_024

  typealias Transaction = StoreTransaction<PostgreSQLConnection>

  private struct Job: Sendable {
    let batch: @Sendable (Transaction) throws -> Void
    let weight: Int
    let askedAt: ContinuousClock.Instant
    let answer: CheckedContinuation<Outcome, Never>

    /// Nobody waits for what was asked so long ago.
    var isLate: Bool { ContinuousClock.now - askedAt >= PostgreSQLPool.longestWait }
  }

  private enum Outcome: Sendable {
    case done(Result<Void, StoreError>)
    /// Somebody else keeps a row of it.
    case alone
    /// It stood behind such a one, and was not run.
    case again
  }

  private struct State {
    /// Of those projects for which something waits or runs.
    var lines: [ProjectID?: [Job]] = [:]
  }

  /// Keeps the lines of other servers waiting before any of them holds a row that this one waits for.
  private static let holdLine: SQLStatement = "SELECT 1 FROM audit_heads WHERE chain = $1 FOR UPDATE"
  /// Shorter than the time after which PostgreSQL looks whether two wait for each other (`deadlock_timeout`, a second):
  /// whoever is run again then is not the one in the line.
  private static let patience: SQLStatement = "SET LOCAL lock_timeout = '300ms'"
  private static let savepoint = "batch"
  private static let begin = SQLStatement("SAVEPOINT \(savepoint)")
  private static let end = SQLStatement("RELEASE \(savepoint)")

  private let pool: PostgreSQLPool
  private let projectCache: ProjectCache
  private let state = Mutex(State())

  init(pool: PostgreSQLPool, projectCache: ProjectCache) {
    self.pool = pool
    self.projectCache = projectCache
  }

  /// Runs a batch in one of the project's next transactions, whole or not at all, and returns once that is durable. It
  /// may be run more than once, and cannot be cancelled.
  ///
  /// - Parameter weight: how many writes it has.
  func run(
    _ project: ProjectID?, weight: Int, _ batch: @escaping @Sendable (Transaction) throws -> Void
  ) async throws(StoreError) {
    let outcome = await withCheckedContinuation { answer in
      let job = Job(batch: batch, weight: weight, askedAt: .now, answer: answer)
      let (late, isAccepted, isFirst) = state.withLock { state -> ([Job], Bool, Bool) in
        guard var line = state.lines[project] else {
          state.lines[project] = [job]
          return ([], true, true)
        }
        let late = Array(line.prefix { $0.isLate })
        line.removeFirst(late.count)
        let isAccepted = line.count < Self.maximumWaiting
        if isAccepted { line.append(job) }
        state.lines[project] = line
        return (late, isAccepted, false)
      }
      for job in late { job.answer.resume(returning: .done(.failure(.overloaded))) }
      if !isAccepted { answer.resume(returning: .done(.failure(.overloaded))) }
      if isFirst { Task { await serve(project) } }
    }
    switch outcome {
    case .done(let result): try result.get()
    case .alone, .again:
      try await pool.write { [projectCache] connection in
        try batch(Transaction(connection: connection, projectCache: projectCache))
      }
    }
  }

  private func serve(_ project: ProjectID?) async {
    while let group = next(of: project) {
      let outcomes = await commit(group, of: project)
      var left: [Job] = []
      for (job, outcome) in zip(group, outcomes) {
        if case .again = outcome {
          left.append(job)
        } else {
          job.answer.resume(returning: outcome)
        }
      }
      state.withLock { $0.lines[project, default: []].insert(contentsOf: left, at: 0) }
    }
  }

  /// Nil at the end of the line, which is gone then.
  private func next(of project: ProjectID?) -> [Job]? {
    state.withLock { state in
      guard var line = state.lines[project], !line.isEmpty else {
        state.lines[project] = nil
        return nil
      }
      var group: [Job] = []
      var weight = 0
      for job in line.prefix(Self.maximumGroup) {
        weight += job.weight
        guard group.isEmpty || weight <= Self.maximumWrites else { break }
        group.append(job)
      }
      line.removeFirst(group.count)
      state.lines[project] = line
      return group
    }
  }

  private func commit(_ group: [Job], of project: ProjectID?) async -> [Outcome] {
    do {
      return try await pool.write { [projectCache] connection in
        let transaction = Transaction(connection: connection, projectCache: projectCache)
        let line = SQLValue.text(project?.rawValue ?? "")
        guard group.count > 1 || group.first?.isLate == true else {
          try connection.send(Self.holdLine, [line])
          try connection.send(Self.patience, [])
          for job in group { try job.batch(transaction) }
          return group.map { _ in .done(.success(())) }
        }
        // Answered before the first savepoint, so that no batch is blamed for it.
        try connection.execute(Self.holdLine, [line])
        try connection.send(Self.patience, [])
        var isCut = false
        return try group.map { job in
          // The holder of the row lock may be waiting for this transaction's end.
          if isCut { return .again }
          if job.isLate { return .done(.failure(.overloaded)) }
          let outcome = try Self.isolatedOutcome(of: job.batch, in: transaction)
          if case .alone = outcome { isCut = true }
          return outcome
        }
      }
    } catch .overloaded where group.count == 1 {
      return group.map { $0.isLate ? .done(.failure(.overloaded)) : .alone }
    } catch {
      return group.map { _ in .done(.failure(error)) }
    }
  }

  /// - Throws: When the whole transaction is lost, or has to be run again.
  private static func isolatedOutcome(
    of batch: (Transaction) throws -> Void, in transaction: Transaction
  ) throws -> Outcome {
    let connection = transaction.connection
    try connection.send(begin, [])
    do {
      try batch(transaction)
      try connection.settleChecks()
      try connection.send(end, [])
      try connection.settle()
      return .done(.success(()))
    } catch {
      switch error {
      case SQLFailure.transactionAborted, SQLFailure.connectionLost: throw error
      default: break
      }
      // Whatever the batch made of it.
      guard connection.isOpen, connection.isInsideTransaction else {
        throw SQLFailure.connectionLost("the connection to PostgreSQL was lost")
      }
      try connection.rollBack(to: savepoint)
      return error as? SQLFailure == .lockTimeout ? .alone : .done(.failure(StoreError(error)))
    }
  }
}

extension [StoreWrite] {
  /// The one project whose line they belong into: that of the audit log to which they append. Nil when they append to
  /// none or to several, and when there are many.
  var line: ProjectID?? {
    guard count <= ProjectWriteQueue.maximumBatch else { return nil }
    var line: ProjectID??
    for case .appendAudit(let event) in self {
      if let line, line != event.project { return nil }
      line = .some(event.project)
    }
    return line
  }
}
