import Foundation
import GRDB
import Synchronization

/// Connections for reading a few rows by their keys on the thread of whoever asks: that takes some microseconds, fewer
/// than it takes to wake another thread and to be woken by it.
///
/// There are never more than threads that read at once: those of connections, and those of what takes long.
final class LookupConnections: Sendable {
  /// Of each. All that may come to be have 64 MiB together.
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

  /// - Parameter path: of a database that is open already, in the mode in which readers do not wait for writers.
  init(path: String) { self.path = path }

  /// Runs a body of one statement, which is a transaction of its own.
  func readOnce<Value>(_ body: (SQLiteConnection) throws -> Value) throws -> Value {
    let queue = try state.withLock { $0.idle.popLast() } ?? open()
    defer { giveBack(queue) }
    return try queue.unsafeRead { database in try body(SQLiteConnection(database: database)) }
  }

  /// Runs a body whose statements see one state of the database.
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
    // Lookups run on event loops, and must not wait here.
    configuration.busyMode = .immediateError
    // Transactions are begun and ended by statements that stay prepared.
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
