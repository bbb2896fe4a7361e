import Identity
import Synchronization

/// Limits the number of concurrent writers, in the order of their arrival, so that readers always have connections. A
/// writer occupies its connection even while it waits for a row that another writer has locked.
final class WriterTurns: Sendable {
  private struct State {
    var free: Int
    /// Resumed with true if it is the waiting writer's turn.
    var waiting: [CheckedContinuation<Bool, Never>] = []
    var head = 0

    mutating func next() -> CheckedContinuation<Bool, Never>? {
      guard head < waiting.count else {
        free += 1
        return nil
      }
      defer {
        head += 1
        // Shrinks the array even if writers are always waiting.
        if head * 2 >= waiting.count {
          waiting.removeFirst(head)
          head = 0
        }
      }
      return waiting[head]
    }
  }

  private let state: Mutex<State>
  private let maximumWaiting: Int

  /// - Parameter connections: a quarter of the connections is reserved for readers. If there are several
  ///   connections, at least one is reserved.
  init(connections: Int, maximumWaiting: Int) {
    let reserved = connections > 1 ? max(1, connections / 4) : 0
    state = Mutex(State(free: connections - reserved))
    self.maximumWaiting = maximumWaiting
  }

  /// Waits for the caller's turn, then runs a body.
  ///
  /// - Throws: ``StoreError/overloaded`` if too many writers wait; the errors of the body.
  func run<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    guard await take() else { throw StoreError.overloaded }
    defer { state.withLock { $0.next() }?.resume(returning: true) }
    return try await body()
  }

  private func take() async -> Bool {
    await withCheckedContinuation { answer in
      let isTurn: Bool? = state.withLock { state in
        if state.free > 0 {
          state.free -= 1
          return true
        }
        guard state.waiting.count - state.head < maximumWaiting else { return false }
        state.waiting.append(answer)
        return nil
      }
      if let isTurn { answer.resume(returning: isTurn) }
    }
  }
}
