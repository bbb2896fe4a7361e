import Synchronization

/// Lets one task wait for work, or for a limited time.
final class Doorbell: Sendable {
  private struct State {
    var isRung = false
    var waiting: CheckedContinuation<Bool, Never>?
    /// The number of waits so far. The end of an earlier one's time does not end a later one.
    var waits = 0
    /// True if the time of the latest wait is over.
    var isOver = false
  }

  private let state = Mutex(State())
  private let sleep: @Sendable (Duration) async throws -> Void

  /// - Parameter sleep: waits for a duration. Throws if the task is cancelled.
  init(sleep: @Sendable @escaping (Duration) async throws -> Void) { self.sleep = sleep }

  /// Wakes the waiting task. If none is waiting, the next wait ends at once.
  func ring() {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      if state.waiting == nil { state.isRung = true }
      return state.waiting
    }
    waiting?.resume(returning: true)
  }

  /// Returns at the next ring, after the duration, or when the task is cancelled.
  ///
  /// - Returns: false if the duration has passed without a ring.
  @discardableResult
  func wait(atMost duration: Duration) async -> Bool {
    let number = state.withLock { state in
      state.waits += 1
      state.isOver = false
      return state.waits
    }
    let alarm = Task { [weak self, sleep] in
      do { try await sleep(duration) } catch { return }
      self?.end(wait: number)
    }
    let isRung: Bool = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          let isRung = state.isRung || Task.isCancelled
          state.isRung = false
          if isRung { return true }
          if state.isOver { return false }
          state.waiting = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      ring()
    }
    alarm.cancel()
    return isRung
  }

  private func end(wait number: Int) {
    let waiting: CheckedContinuation<Bool, Never>? = state.withLock { state in
      guard number == state.waits else { return nil }
      state.isOver = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: false)
  }
}
