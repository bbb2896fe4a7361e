import Foundation
import Synchronization

/// A thread that hands results on for threads that are nice to others.
///
/// Who resumes a task may start a thread of the shared pool, and a thread inherits the nice value of the one that starts
/// it, for good where the process has no privileges. So nothing is resumed from a thread with ``ThreadNiceness``.
public final class Relay: Sendable {
  private struct State {
    var waiting: [@Sendable () -> Void] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let wake = DispatchSemaphore(value: 0)

  /// Make it before the first nice thread, and on a thread that is not nice.
  public init(name: String) {
    let thread = Thread { [self] in runUntilClosed() }
    thread.name = name
    thread.stackSize = 1 << 20
    thread.start()
  }

  /// Runs `body` on the relay's thread, in the order of the calls.
  public func hand(_ body: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      state.waiting.append(body)
      return state.waiting.count == 1
    }
    if isFirst { wake.signal() }
  }

  /// Ends the thread once all was run that was handed over. Call it when nothing more will be.
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
