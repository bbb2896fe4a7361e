import Identity

/// An event in the life of a message or a revocation, for logs and metrics. Nothing in it is secret or personal.
public struct OutboxEvent: Error, Sendable, Equatable {
  /// The raw values are those of the metric `latchkey_outbox_total`.
  public enum Outcome: String, Sendable, CaseIterable {
    case delivered
    /// It will be tried again.
    case deferred
    /// Trying again is useless, and it was thrown away.
    case failed = "given_up"
    /// It was thrown away because what it says is no longer true.
    case expired
    /// The database failed, or a message could not be opened under the master key; it waits.
    case troubled
    /// It was left out, because too many waited.
    case full = "dropped_full"
    /// It was deleted with its tenant, or with all accounts of its scope.
    case scopeDeleted = "dropped_deleted"
    /// It could not be sealed, and was left out.
    case unsealed = "dropped_unsealed"
    /// The token that a link keeps did not open under the master key, so that there was nothing to revoke with.
    case unreadable
  }

  public var outcome: Outcome
  public var channel: OutboxEntry.Channel
  /// Nil when it is about no message in particular.
  public var messageID: String?
  public var project: ProjectID?
  /// The number of messages that it is about.
  public var count = 1
  public var attempts: Int64 = 0
  /// Milliseconds since the message was written.
  public var age: Int64 = 0
  /// When a message that was deferred is tried again at the earliest.
  public var nextAttempt: Instant?
  /// The reason of every outcome but a delivery.
  public var reason: String?
}

extension OutboxEvent {
  public init(_ outcome: Outcome, of channel: OutboxEntry.Channel, in project: ProjectID, reason: String) {
    self.init(outcome: outcome, channel: channel, project: project, reason: reason)
  }

  public init(_ loss: OutboxLoss) {
    let (outcome, reason): (Outcome, String) =
      switch loss.cause {
      case .full: (.full, "too many of the project wait")
      case .scopeDeleted: (.scopeDeleted, "the tenant, or all of its accounts, were deleted")
      case .expired: (.expired, "no server delivered the channel in time")
      }
    self.init(outcome, of: loss.channel, in: loss.project, reason: reason)
    count = loss.count
  }
}
