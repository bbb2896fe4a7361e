import Foundation
import Synchronization

/// A thread that resumes tasks for low-priority threads.
///
/// Resuming a task may start a thread of the shared pool. The new thread inherits the nice value of the thread that
/// starts it, and cannot lower it again without privileges. So a thread with ``ThreadNiceness`` must not resume tasks.
public final class Relay: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)

  /// Creates the thread. Call it before the first low-priority thread is created, on a thread of normal priority.
  public init(name: String) {
    let thread = Thread { [self] in runUntilClosed() }
    thread.name = name
    thread.stackSize = 1 << 20
    thread.start()
  }

  /// Runs `body` on the relay's thread. Bodies run in the order of the calls.
  public func hand(_ body: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      state.waiting.append(body)
      return state.waiting.count == 1
    }
    if isFirst { wake.signal() }
  }

  /// Ends the thread after all submitted bodies have run. Call it after the last ``hand(_:)``.
  public func end() {
    state.withLock { $0.isClosed = true }
    wake.signal()
  }

  private func runUntilClosed() {
    while true {
      wake.wait()
      let (bodies, isClosed) = state.withLock { state in
        defer { state.waiting.removeAll(keepingCapacity: true) }
        return (state.waiting, state.isClosed)
      }
      for body in bodies { body() }
      if isClosed { return }
    }
  }
}
