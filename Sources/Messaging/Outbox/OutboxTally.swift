import Identity
import Synchronization

/// Counts the outcomes of messages and revocations since the process started, for the console.
public final class OutboxTally: Sendable {
  public struct Failure: Sendable {
    public var at: Instant
    public var outcome: OutboxEvent.Outcome
    public var reason: String
  }

  public struct Counts: Sendable {
    public var delivered = 0
    /// The number of failed attempts that will be repeated.
    public var deferred = 0
    /// The number of messages that were given up (refused or expired) or discarded before the first attempt.
    public var lost = 0
    /// The latest failure.
    public var failure: Failure?
  }

  private let clock: any WallClock
  private let counts = Mutex<[OutboxEntry.Channel: Counts]>([:])

  public init(clock: any WallClock) { self.clock = clock }

  public func note(_ event: OutboxEvent) {
    let now = clock.now()
    counts.withLock { counts in
      var known = counts[event.channel] ?? Counts()
      switch event.outcome {
      case .delivered: known.delivered += 1
      case .deferred: known.deferred += 1
      case .failed, .expired, .full, .scopeDeleted, .unsealed, .unreadable: known.lost += event.count
      case .troubled: break
      }
      if event.outcome != .delivered {
        known.failure = Failure(at: now, outcome: event.outcome, reason: event.reason ?? "")
      }
      counts[event.channel] = known
    }
  }

  public func counts(of channel: OutboxEntry.Channel) -> Counts {
    counts.withLock { $0[channel] } ?? Counts()
  }
}
