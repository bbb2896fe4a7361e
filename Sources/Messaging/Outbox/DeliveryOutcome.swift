import Identity

/// How an attempt at delivering a message ended. The reasons are for the log: they hold nothing of the
/// message, and no address.
public enum DeliveryOutcome: Sendable, Equatable {
  /// The other side took over the message or revoked the access.
  case delivered
  /// It may work later.
  ///
  /// - Parameters:
  ///   - blocksChannel: whether others would fail in the same way, as with a server that is down: all of the channel, or
  ///     all of the same ``DeliveryTransport/share(of:)``.
  ///   - retryAfter: seconds that the other side asked to wait; with this message, or with all that are blocked.
  case temporary(reason: String, blocksChannel: Bool = false, retryAfter: Int64? = nil)
  /// Trying again is useless.
  case permanent(reason: String)
}

/// Delivers the entries of one channel.
public protocol DeliveryTransport: Sendable {
  associatedtype Payload: OutboxPayload

  /// Seconds after which ``deliver(_:id:createdAt:)`` has answered for certain.
  var timeLimit: Int64 { get }
  /// How many messages may be under way at once.
  var concurrency: Int { get }

  /// The other side that an entry is for, where a channel has several. Each has few entries under way at
  /// once, and one that is down leaves the others alone. Nil where all entries are for one.
  func share(of payload: Payload) -> String?
  /// - Parameter id: the same whenever the message is tried again.
  func deliver(_ payload: Payload, id: String, createdAt: Instant) async -> DeliveryOutcome
  func close() async
}

extension DeliveryTransport {
  public func share(of payload: Payload) -> String? { nil }
}
