import Identity
import WorkPool

/// The outcome of a delivery attempt. The reasons are for the log: they contain no address and no part of the message.
public enum DeliveryOutcome: Sendable, Equatable {
  /// The receiver accepted the message or revoked the access.
  case delivered
  /// A later attempt may succeed.
  ///
  /// - Parameters:
  ///   - blocksChannel: true if other messages would fail in the same way, for example because a server is down. The
  ///     whole channel then waits, or all entries of the same ``DeliveryTransport/share(of:)``.
  ///   - retryAfter: the wait, in seconds, that the receiver requested. It applies to this message, or to all messages
  ///     that wait because of `blocksChannel`.
  case temporary(reason: String, blocksChannel: Bool = false, retryAfter: Int64? = nil)
  /// Further attempts are useless.
  case permanent(reason: String)
}

/// Delivers the entries of one channel.
public protocol DeliveryTransport: Sendable {
  associatedtype Payload: OutboxPayload

  /// The number of seconds within which ``deliver(_:id:createdAt:)`` always returns.
  var timeLimit: Int64 { get }
  /// The maximum number of concurrent deliveries to the operator's receiver. Zero if there is none.
  var concurrency: Int { get }

  /// The receiver of an entry that a project chose. Each receiver gets few deliveries at once, and a receiver that is down
  /// does not affect the others. Nil for the operator's receiver.
  func share(of payload: Payload) async -> String?
  /// True if ``deliver(_:id:createdAt:)`` accepts decoys, and does everything for a decoy that it does for other payloads,
  /// except sending it. Otherwise, decoys are discarded without it.
  var rehearsesDecoys: Bool { get }
  /// The pool of the deliveries to receivers that projects chose. Nil if projects have none.
  var pool: SharedPool? { get }
  /// - Parameter id: the same in every attempt to deliver a message.
  func deliver(_ payload: Payload, id: String, createdAt: Instant) async -> DeliveryOutcome
  func close() async
}

extension DeliveryTransport {
  public func share(of payload: Payload) -> String? { nil }
  public var rehearsesDecoys: Bool { false }
  public var pool: SharedPool? { nil }
}
