import Identity
import Settings
import Synchronization
import Telemetry

/// Counts connections, all of them and those of each network, and says when there are too many. A network is
/// what other limits take for one client, too (see ``ClientNetwork``): a subscriber has 2^64 IPv6 addresses.
final class ConnectionLimiter: Sendable {
  private struct State {
    var total = 0
    /// Empty is the name of those that nobody knows.
    var byNetwork: [String: Int] = [:]
  }

  private let limits: ListenConfiguration.Limits
  private let trusted: [AddressRange]
  private let refused: MetricCounter?
  private let state = Mutex(State())

  init(_ limits: ListenConfiguration.Limits, trusted: [AddressRange], refused: MetricCounter? = nil) {
    self.limits = limits
    self.trusted = trusted
    self.refused = refused
  }

  /// Connections now.
  var total: Int { state.withLock(\.total) }

  /// True is followed by one ``leave(_:)``.
  func enter(_ address: String?) -> Bool {
    let network = Self.network(address)
    let isProxy = address.map { address in trusted.contains { $0.contains(address) } } ?? false
    let reason: String? = state.withLock { state in
      if state.total >= limits.connections { return "all" }
      let ofNetwork = state.byNetwork[network, default: 0]
      if ofNetwork >= limits.connectionsPerAddress, !isProxy { return "address" }
      state.total += 1
      state.byNetwork[network] = ofNetwork + 1
      return nil
    }
    if let reason { refused?.add(1, reason) }
    return reason == nil
  }

  func leave(_ address: String?) {
    let network = Self.network(address)
    state.withLock { state in
      state.total -= 1
      let left = state.byNetwork[network, default: 1] - 1
      state.byNetwork[network] = left > 0 ? left : nil
    }
  }

  private static func network(_ address: String?) -> String {
    address.flatMap(ClientNetwork.init(address:))?.description ?? ""
  }
}
