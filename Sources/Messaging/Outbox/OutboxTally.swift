import Identity
import Synchronization

/// What became of messages since this process began, for those who look after it.
public final class OutboxTally: Sendable {
  public struct Failure: Sendable {
    public var at: Instant
    public var outcome: OutboxEvent.Outcome
    public var reason: String
  }

  public struct Counts: Sendable {
    public var delivered = 0
    /// How often one could not be delivered and waited on.
    public var deferred = 0
    /// Given up, because they were refused or came too late, or left out or deleted before they were tried.
    public var lost = 0
    /// The newest of what went wrong.
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
