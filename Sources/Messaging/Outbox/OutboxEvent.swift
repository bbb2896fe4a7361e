import Identity

/// Something that happened to a waiting message, for logs and metrics. Nothing in it is secret or personal.
public struct OutboxEvent: Sendable {
  public enum Outcome: String, Sendable, CaseIterable {
    case delivered
    /// It will be tried again.
    case deferred
    /// Trying again is useless, and it was thrown away.
    case failed
    /// It was thrown away because what it says is no longer true.
    case expired
    /// The database failed, or a message could not be opened under the master key; it waits.
    case troubled
  }

  public var outcome: Outcome
  public var channel: OutboxEntry.Channel
  /// Nil when it is about no message in particular.
  public var messageID: String?
  public var project: ProjectID?
  public var attempts: Int64 = 0
  /// Milliseconds since the message was written.
  public var age: Int64 = 0
  /// When a message that was deferred is tried again at the earliest.
  public var nextAttempt: Instant?
  /// Of everything but a delivery.
  public var reason: String?
}
