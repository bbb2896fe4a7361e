import Identity
import Synchronization

/// How much of a channel may be under way: everything as long as its other side answers, nothing for a while
/// after it did not, and then one message that finds out.
final class ChannelGate: Sendable {
  private struct State {
    var running = 0
    /// Attempts in a row at which the other side was down.
    var failures: Int64 = 0
    var closedUntil: Instant?
    /// Until when the other side asked to be left alone; nothing else opens it before.
    var heldUntil: Instant?

    func end(now: Instant) -> Instant? {
      [closedUntil, heldUntil].compactMap { $0 }.max().flatMap { now < $0 ? $0 : nil }
    }
  }

  /// Seconds that the other side can ask for.
  static let longestHold: Int64 = 3_600

  private let state = Mutex(State())
  private let concurrency: Int

  init(concurrency: Int) { self.concurrency = concurrency }

  var running: Int { state.withLock(\.running) }

  /// How many more may begin now.
  func room(now: Instant) -> Int {
    state.withLock { state in
      if state.end(now: now) != nil { return 0 }
      return max(0, (state.failures == 0 ? concurrency : 1) - state.running)
    }
  }

  /// When it may open again; nil when it is open.
  func closedUntil(now: Instant) -> Instant? {
    state.withLock { $0.end(now: now) }
  }

  func begin() { state.withLock { $0.running += 1 } }

  /// - Parameter retryAfter: seconds that the other side asked to wait.
  func end(
    isDown: Bool, retryAfter: Int64? = nil, now: Instant, pauses: OutboxPolicy.Pauses,
    _ random: any RandomSource
  ) {
    state.withLock { state in
      state.running -= 1
      guard isDown else { return }
      if let retryAfter {
        let end = now.adding(seconds: min(max(retryAfter, 0), Self.longestHold))
        state.heldUntil = max(state.heldUntil ?? end, end)
      }
      state.failures += 1
      let pause = pauses.milliseconds(after: state.failures, random)
      state.closedUntil = Instant(milliseconds: now.milliseconds + pause)
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
