import Identity
import Synchronization

/// Lets so many writers through at a time, in the order in which they came, that some connections are left to readers:
/// writers may wait for a row that another keeps, and each has a connection meanwhile.
final class WriterTurns: Sendable {
  private struct State {
    var free: Int
    /// Answered with whether it is their turn.
    var waiting: [CheckedContinuation<Bool, Never>] = []
    var head = 0

    mutating func next() -> CheckedContinuation<Bool, Never>? {
      guard head < waiting.count else {
        free += 1
        return nil
      }
      defer {
        head += 1
        // Also where somebody always waits.
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

  /// - Parameter connections: of which a quarter, and one where there are several, are for readers alone.
  init(connections: Int, maximumWaiting: Int) {
    let reserved = connections > 1 ? max(1, connections / 4) : 0
    state = Mutex(State(free: connections - reserved))
    self.maximumWaiting = maximumWaiting
  }

  /// Runs a body in a turn.
  ///
  /// - Throws: ``StoreError/overloaded`` where too many wait; what the body throws.
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
