import Synchronization

/// A value that changes, and whose changes can be waited for.
public final class Watched<Value: Sendable>: Sendable {
  private struct Waiting {
    var isReached: @Sendable (Value) -> Bool
    var continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var value: Value
    var hasEnded = false
    var waiting: [Int: Waiting] = [:]
    var next = 0
  }

  private let state: Mutex<State>

  public init(_ value: Value) { state = Mutex(State(value: value)) }

  public var value: Value { state.withLock(\.value) }

  public func change(_ body: (inout Value) -> Void) {
    let reached = state.withLock { state in
      body(&state.value)
      let reached = state.waiting.filter { $0.value.isReached(state.value) }
      for id in reached.keys { state.waiting[id] = nil }
      return reached.values.map(\.continuation)
    }
    for continuation in reached { continuation.resume(returning: true) }
  }

  /// It changes no more: nobody waits any longer.
  public func end() {
    let waiting = state.withLock { state in
      state.hasEnded = true
      defer { state.waiting = [:] }
      return state.waiting.values.map(\.continuation)
    }
    for continuation in waiting { continuation.resume(returning: false) }
  }

  /// - Returns: false when the value has ended, or the task was cancelled, before that.
  public func reaches(_ isReached: @escaping @Sendable (Value) -> Bool) async -> Bool {
    let id = state.withLock { state in
      state.next += 1
      return state.next
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if isReached(state.value) { return true }
          if state.hasEnded || Task.isCancelled { return false }
          state.waiting[id] = Waiting(isReached: isReached, continuation: continuation)
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiting = state.withLock { $0.waiting.removeValue(forKey: id) }
      waiting?.continuation.resume(returning: false)
    }
  }
}
