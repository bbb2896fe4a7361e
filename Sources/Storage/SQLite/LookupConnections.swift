import Foundation
import GRDB
import Synchronization

/// Connections for reading a few rows by key on the caller's thread. Such a read takes a few microseconds. Passing it
/// to another thread and waiting for the result would take longer.
///
/// There are at most as many connections as threads that can read at once: the threads of the event loops, and the
/// threads for slow work.
final class LookupConnections: Sendable {
  /// The cache size of one connection. All possible connections together have 64 MiB.
  private static let cacheKilobytes = max(
    2_048, 65_536 / (2 * ProcessInfo.processInfo.activeProcessorCount))
  private static let begin: SQLStatement = "BEGIN"
  private static let commit: SQLStatement = "COMMIT"
  private static let rollback: SQLStatement = "ROLLBACK"

  private struct State {
    var idle: [DatabaseQueue] = []
    var isClosed = false
  }

  private let path: String
  private let state = Mutex(State())

  /// - Parameter path: a database that is already open in WAL mode, in which readers do not wait for writers.
  init(path: String) { self.path = path }

  /// Runs a body of one statement, which is its own transaction.
  func readOnce<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
    let queue = try state.withLock { $0.idle.popLast() } ?? open()
    defer { giveBack(queue) }
    return try queue.unsafeRead { database in try body(SQLiteConnection(database: database)) }
  }

  /// Runs a body whose statements all see the same state of the database.
  func read<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
    let queue = try state.withLock { $0.idle.popLast() } ?? open()
    var isInsideTransaction = false
    defer {
      if isInsideTransaction {
        try? queue.close()
      } else {
        giveBack(queue)
      }
    }
    return try queue.unsafeRead { database in
      let connection = SQLiteConnection(database: database)
      defer { isInsideTransaction = connection.isInsideTransaction }
      try connection.execute(Self.begin)
      do {
        let value = try body(connection)
        try connection.execute(Self.commit)
        return value
      } catch {
        if connection.isInsideTransaction { _ = try? connection.execute(Self.rollback) }
        throw error
      }
    }
  }

  func close() {
    let idle = state.withLock { state in
      state.isClosed = true
      defer { state.idle = [] }
      return state.idle
    }
    for queue in idle { try? queue.close() }
  }

  private func open() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.label = "latchkey.storage.lookup"
    configuration.readonly = true
    // Lookups run on event loops and must not wait here.
    configuration.busyMode = .immediateError
    // This class begins and ends transactions itself, with statements that stay prepared.
    configuration.allowsUnsafeTransactions = true
    configuration.prepareDatabase { database in
      try SQLiteConnection(database: database).execute("PRAGMA cache_size = -\(Self.cacheKilobytes)")
    }
    return try SQLiteLibrary.queue(path, configuration)
  }

  private func giveBack(_ queue: DatabaseQueue) {
    let isKept = state.withLock { state in
      if !state.isClosed { state.idle.append(queue) }
      return !state.isClosed
    }
    if !isKept { try? queue.close() }
  }
}
