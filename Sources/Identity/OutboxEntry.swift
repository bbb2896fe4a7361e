/// A message, or a revocation, that waits to be delivered, as the database keeps it.
public struct OutboxEntry: Sendable, Equatable {
  public enum Channel: String, Sendable, CaseIterable, Codable {
    case mail, sms
    /// Revocation of an app's access at a provider, after an account is deleted.
    case revocation
  }

  /// Random. Also what receivers may tell a message by that reaches them twice.
  public var id: String
  public var scope: Scope
  public var channel: Channel
  /// Sealed under the master key: it holds links, codes and tokens.
  public var payload: [UInt8]
  public var createdAt: Instant
  /// When it may be tried next. A claim moves it to the end of its lease.
  public var dueAt: Instant
  /// When the message has become useless, and is given up.
  public var expiresAt: Instant
  /// How often it was claimed.
  public var attempts: Int64 = 0

  public init(
    id: String, scope: Scope, channel: Channel, payload: [UInt8], createdAt: Instant, expiresAt: Instant
  ) {
    self.id = id
    self.scope = scope
    self.channel = channel
    self.payload = payload
    self.createdAt = createdAt
    dueAt = createdAt
    self.expiresAt = expiresAt
  }
}

extension OutboxEntry {
  /// What its payload is sealed for, and opens for alone.
  public static func sealingContext(_ id: String) -> String { "outbox/\(id)" }
}

/// What a waiting message is sealed in.
public struct SealedMessage: Sendable, Equatable {
  public var id: String
  public var payload: [UInt8]

  public init(id: String, payload: [UInt8]) {
    self.id = id
    self.payload = payload
  }
}

/// How much waits in an outbox.
public struct OutboxDepth: Sendable, Equatable {
  public var waiting: Int
  /// When the oldest of them was written.
  public var oldest: Instant?

  public init(waiting: Int, oldest: Instant?) {
    self.waiting = waiting
    self.oldest = oldest
  }
}
