import Identity
import Synchronization

/// How much of a channel may be under way: everything as long as its other side answers, nothing for a while
/// after it did not, and then one message that finds out.
final class ChannelGate: Sendable {
  private struct State {
    var running = 0
    /// Attempts in a row at which the other side was down.
    var failures: Int64 = 0
    var closedUntil: Timestamp?
  }

  private let state = Mutex(State())
  private let concurrency: Int

  init(concurrency: Int) { self.concurrency = concurrency }

  var running: Int { state.withLock(\.running) }

  /// How many more may begin now.
  func room(now: Timestamp) -> Int {
    state.withLock { state in
      if let end = state.closedUntil, now < end { return 0 }
      return max(0, (state.failures == 0 ? concurrency : 1) - state.running)
    }
  }

  /// When it may open again; nil when it is open.
  func closedUntil(now: Timestamp) -> Timestamp? {
    state.withLock { state in state.closedUntil.flatMap { now < $0 ? $0 : nil } }
  }

  func begin() { state.withLock { $0.running += 1 } }

  func end(isDown: Bool, now: Timestamp, pauses: OutboxPolicy.Pauses, _ random: any RandomSource) {
    state.withLock { state in
      state.running -= 1
      guard isDown else { return }
      state.failures += 1
      let pause = pauses.milliseconds(after: state.failures, random)
      state.closedUntil = Timestamp(milliseconds: now.milliseconds + pause)
    }
  }

  /// The other side has answered.
  func open() {
    state.withLock { state in
      state.failures = 0
      state.closedUntil = nil
    }
  }
}
