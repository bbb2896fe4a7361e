import Identity
import Synchronization

/// The gates of a channel's shares, by ``DeliveryTransport/share(of:)``.
final class ShareGates: Sendable {
  /// Entries under way at once in one share.
  static let concurrency = 2
  /// Shares with a gate of their own. All further ones have one in common.
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
