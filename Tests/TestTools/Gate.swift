import Synchronization

/// Holds whoever passes until it is opened, and tells that somebody waits.
public final class Gate: Sendable {
  private struct State {
    var isOpen: Bool
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>
  private let arrivals = AsyncStream<Void>.makeStream()

  public init(isOpen: Bool = false) { state = Mutex(State(isOpen: isOpen)) }

  /// Until somebody came. To be awaited by one task.
  public func arrival() async { for await _ in arrivals.stream { return } }

  public func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  public func pass() async {
    arrivals.continuation.yield()
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}
