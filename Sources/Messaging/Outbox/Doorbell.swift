import Synchronization

/// Lets one task wait until there is something to do, or for a while.
final class Doorbell: Sendable {
  private struct State {
    var isRung = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  /// A ring that nobody waits for ends the next wait at once.
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
