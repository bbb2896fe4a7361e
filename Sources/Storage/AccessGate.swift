import Identity
import Synchronization

/// The entrance to a store. It counts the calls inside, so that closing can let them finish and refuse new ones. It
/// also reports how long each call took.
final class AccessGate: Sendable {
  private struct State {
    var inside = 0
    var isClosed = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())
  private let timing: StoreTiming?

  init(timing: StoreTiming?) { self.timing = timing }

  /// - Throws: the errors of `body`; ``StoreError/unavailable(_:)`` once the gate is closed.
  func pass<Value>(
    _ call: StoreCall, _ body: () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    guard enter() else { throw .unavailable("the database is closed") }
    defer { leave() }
    let begin = ContinuousClock.now
    defer { timing?(call, ContinuousClock.now - begin) }
    return try await body()
  }

  /// Returns false if the gate is closed. If it returns true, call ``leave()`` once afterwards.
  private func enter() -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.inside += 1
      return true
    }
  }

  private func leave() {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.inside -= 1
      guard state.inside == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Closes the gate and returns when all running calls have left. Returns true to the first caller only.
  func close() async -> Bool {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        if state.inside > 0 { state.waiting.append(continuation) }
        return state.inside == 0
      }
      if isEmpty { continuation.resume() }
    }
    return isFirst
  }
}
