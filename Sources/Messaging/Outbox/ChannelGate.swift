import Identity
import Synchronization

/// Limits the number of concurrent deliveries to a receiver, for a whole channel or a share of it. This limit applies
/// while the receiver responds. After a failure, the gate closes for some time, and then lets one delivery through as a
/// probe.
final class ChannelGate: Sendable {
  private struct State {
    var running = 0
    /// The number of consecutive attempts that found the receiver down.
    var failures: Int64 = 0
    var closedUntil: Instant?
    /// The end of the wait that the receiver requested. Nothing opens the gate earlier.
    var heldUntil: Instant?
    /// The moment to which the last entry was postponed.
    var lastPostponement: Instant?

    func end(now: Instant) -> Instant? {
      [closedUntil, heldUntil].compactMap { $0 }.max().flatMap { now < $0 ? $0 : nil }
    }

    /// Returns the moment of an entry's next try.
    mutating func postpone(now: Instant) -> Instant {
      let earliest = end(now: now) ?? Instant(milliseconds: now.milliseconds + ChannelGate.turnDelay)
      let next = lastPostponement.map {
        Instant(milliseconds: $0.milliseconds + ChannelGate.postponementSpacing)
      }
      let turn = min(
        max(earliest, next ?? earliest), max(earliest, now.adding(seconds: ChannelGate.longestHold)))
      lastPostponement = turn
      return turn
    }
  }

  /// The longest wait, in seconds, that the receiver can request.
  static let longestHold: Int64 = 3_600
  /// The number of milliseconds after which an entry is tried again if the gate had no room for it.
  static let turnDelay: Int64 = 2_000
  /// The number of milliseconds between two postponed entries, so that few entries are claimed without being delivered.
  static let postponementSpacing: Int64 = 100

  private let state = Mutex(State())
  private let concurrency: Int

  init(concurrency: Int) { self.concurrency = concurrency }

  var running: Int { state.withLock(\.running) }

  /// The number of deliveries that may begin now.
  func room(now: Instant) -> Int {
    state.withLock { state in
      if state.end(now: now) != nil { return 0 }
      return max(0, (state.failures == 0 ? concurrency : 1) - state.running)
    }
  }

  /// The moment at which the gate may open again. Nil if it is open.
  func closedUntil(now: Instant) -> Instant? {
    state.withLock { $0.end(now: now) }
  }

  func begin() { state.withLock { $0.running += 1 } }

  /// Begins a delivery if there is room.
  ///
  /// - Returns: nil if the delivery has begun. Otherwise, the moment of the next try.
  func beginOrPostpone(now: Instant) -> Instant? {
    state.withLock { state in
      if state.end(now: now) == nil, state.running < (state.failures == 0 ? concurrency : 1) {
        state.running += 1
        return nil
      }
      return state.postpone(now: now)
    }
  }

  /// Takes back the beginning of a delivery.
  ///
  /// - Returns: the moment of the next try.
  func takeBack(now: Instant) -> Instant {
    state.withLock { state in
      state.running -= 1
      return state.postpone(now: now)
    }
  }

  /// True if there is no delivery, no pause and no postponed entry.
  func isIdle(now: Instant) -> Bool {
    state.withLock { state in
      state.running == 0 && state.end(now: now) == nil
        && state.lastPostponement.map { $0 <= now } ?? true
    }
  }

  /// - Parameter retryAfter: the wait, in seconds, that the receiver requested.
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

  /// Opens the gate, because the receiver has responded.
  func open() {
    state.withLock { state in
      state.failures = 0
      state.closedUntil = nil
    }
  }
}
