import Identity

/// An event of a message's or revocation's delivery, for logs and metrics. It contains no secrets and no personal data.
public struct OutboxEvent: Error, Sendable, Equatable {
  /// The raw values are labels of the metric `latchkey_outbox_total`.
  public enum Outcome: String, Sendable, CaseIterable {
    case delivered
    /// The message will be tried again.
    case deferred
    /// Further attempts are useless. The message was discarded.
    case failed = "given_up"
    /// The message was discarded because its content is no longer valid.
    case expired
    /// The database failed, or the master key could not open the message. The message waits.
    case troubled
    /// The message was discarded because too many were waiting.
    case full = "dropped_full"
    /// The message was deleted with its tenant, or with all accounts of its scope.
    case scopeDeleted = "dropped_deleted"
    /// The message was discarded because it could not be sealed.
    case unsealed = "dropped_unsealed"
    /// The master key could not open the stored provider token, so the access could not be revoked.
    case unreadable
  }

  public var outcome: Outcome
  public var channel: OutboxEntry.Channel
  /// Nil if the event is not about one message.
  public var messageID: String?
  public var project: ProjectID?
  /// The number of messages that the event is about.
  public var count = 1
  public var attempts: Int64 = 0
  /// The number of milliseconds since the message was written.
  public var age: Int64 = 0
  /// The earliest moment of the next attempt at a deferred message.
  public var nextAttempt: Instant?
  /// The reason of every outcome except a delivery.
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
