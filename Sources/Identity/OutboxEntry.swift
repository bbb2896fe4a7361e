/// A message, or a revocation at a provider, that waits for delivery, as it is stored.
public struct OutboxEntry: Sendable, Equatable {
  public enum Channel: String, Sendable, CaseIterable, Codable {
    case mail, sms
    /// Revocation of an app's access at a provider, after an account is deleted.
    case revocation
  }

  /// A random id. If a message reaches its receiver twice, the receiver can recognise it by this id.
  public var id: String
  public var scope: Scope
  public var channel: Channel
  /// The content, sealed under the master key because it contains links, codes and tokens.
  public var payload: [UInt8]
  public var createdAt: Instant
  /// The time of the next attempt. Claiming the message sets it to the end of the lease.
  public var dueAt: Instant
  /// The time after which the message is useless and no longer tried.
  public var expiresAt: Instant
  /// The number of times the message was claimed.
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
  /// The context under which the payload is sealed.
  public static func sealingContext(_ id: String) -> String { "outbox/\(id)" }
}

/// The sealed content of a waiting message.
public struct SealedMessage: Sendable, Equatable {
  public var id: String
  public var payload: [UInt8]

  public init(id: String, payload: [UInt8]) {
    self.id = id
    self.payload = payload
  }
}

/// The number of messages that wait in an outbox.
public struct OutboxDepth: Sendable, Equatable {
  public var waiting: Int
  /// The time when the oldest of the waiting messages was written.
  public var oldest: Instant?

  public init(waiting: Int, oldest: Instant?) {
    self.waiting = waiting
    self.oldest = oldest
  }
}
