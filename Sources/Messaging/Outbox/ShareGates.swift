import Identity
import Synchronization

/// The gates of a channel's shares, by ``DeliveryTransport/share(of:)``.
final class ShareGates: Sendable {
  /// The number of concurrent deliveries in one share.
  static let concurrency = 2
  /// The maximum number of shares with a separate gate. All other shares have one gate together.
  static let maximumCount = 1_024

  private let gates = Mutex<[String: ChannelGate]>([:])
  private let rest = ChannelGate(concurrency: concurrency)

  func gate(of share: String, now: Instant) -> ChannelGate {
    gates.withLock { gates in
      if let known = gates[share] { return known }
      if gates.count >= Self.maximumCount { gates = gates.filter { !$0.value.isIdle(now: now) } }
      guard gates.count < Self.maximumCount else { return rest }
      let gate = ChannelGate(concurrency: Self.concurrency)
      gates[share] = gate
      return gate
    }
  }
}
