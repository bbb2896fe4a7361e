import Synchronization

/// Counts who is inside, so that closing can let them finish and let nobody else in.
final class AccessGate: Sendable {
  private struct State {
    var inside = 0
    var isClosed = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// False once the gate is closed. Every true is followed by one ``leave()``.
  func enter() -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.inside += 1
      return true
    }
  }

  func leave() {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      state.inside -= 1
      guard state.inside == 0 else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when all have left; true for the first caller only.
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
