import Identity
import Synchronization

/// The number of entries that may be under way at one other side: of a whole channel, or of a share of it. All that fit as
/// long as the other side answers, none for a while after it did not, and then one that finds out.
final class ChannelGate: Sendable {
  private struct State {
    var running = 0
    /// Attempts in a row at which the other side was down.
    var failures: Int64 = 0
    var closedUntil: Instant?
    /// Until when the other side asked to be left alone; nothing else opens it before.
    var heldUntil: Instant?
    /// The moment that the latest entry was put off to.
    var lastTurn: Instant?

    func end(now: Instant) -> Instant? {
      [closedUntil, heldUntil].compactMap { $0 }.max().flatMap { now < $0 ? $0 : nil }
    }
  }

  /// Seconds that the other side can ask for.
  static let longestHold: Int64 = 3_600
  /// Milliseconds before an entry for which there was no room comes again.
  static let turnDelay: Int64 = 2_000
  /// Milliseconds between the turns of two such entries, so that few are claimed in vain.
  static let turnSpacing: Int64 = 100

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

  /// Begins if there is room.
  ///
  /// - Returns: nil if it has begun, else when to come again.
  func beginOrTurn(now: Instant) -> Instant? {
    state.withLock { state in
      let end = state.end(now: now)
      if end == nil, state.running < (state.failures == 0 ? concurrency : 1) {
        state.running += 1
        return nil
      }
      let earliest = end ?? Instant(milliseconds: now.milliseconds + Self.turnDelay)
      let next = state.lastTurn.map { Instant(milliseconds: $0.milliseconds + Self.turnSpacing) }
      let turn = min(max(earliest, next ?? earliest), max(earliest, now.adding(seconds: Self.longestHold)))
      state.lastTurn = turn
      return turn
    }
  }

  /// True if nothing is under way, paused or waiting for its turn.
  func isIdle(now: Instant) -> Bool {
    state.withLock { state in
      state.running == 0 && state.end(now: now) == nil
        && state.lastTurn.map { $0 <= now } ?? true
    }
  }

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
