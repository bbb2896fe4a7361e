import Synchronization

/// Lets one task wait for work, or for a limited time.
final class Doorbell: Sendable {
  private struct State {
    var isRung = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// Wakes the waiting task. If none is waiting, the next wait ends at once.
  func ring() {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      if state.waiting == nil { state.isRung = true }
      return state.waiting
    }
    waiting?.resume()
  }

  /// Returns at the next ring, after the duration, or when the task is cancelled.
  func wait(atMost duration: Duration) async {
    let alarm = Task { [weak self] in
      try? await Task.sleep(for: duration)
      if !Task.isCancelled { self?.ring() }
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isRung = state.withLock { state in
          if !state.isRung, !Task.isCancelled { state.waiting = continuation }
          defer { state.isRung = false }
          return state.isRung || Task.isCancelled
        }
        if isRung { continuation.resume() }
      }
    } onCancel: {
      ring()
    }
    alarm.cancel()
  }
}
