import Identity
import Settings
import Synchronization
import Telemetry

/// Counts connections and their HTTP/2 streams, all of them and those of each network, and says when there are too many.
/// A network is what other limits take for one client, too (see ``ClientNetwork``): a subscriber has 2^64 IPv6
/// addresses.
final class ConnectionLimiter: Sendable {
  /// Streams of HTTP/2 at once for each connection that there may be, in all and from one network.
  ///
  /// A connection may open a hundred. Each holds headers and a body's ``BodyBudget/freeBytes`` before anything is known
  /// of its client: from one network that would be 1.6 GiB. A network's share is that of its connections: no fewer
  /// networks together leave others without streams.
  static let streamsPerConnection = (inAll: 2, ofNetwork: 2)

  /// Which limit there was no room by: the labels of the metric.
  private enum Reason: String, CaseIterable {
    case all, address
  }

  private struct Count {
    var total = 0
    /// Empty is the name of those that nobody knows.
    var byNetwork: [String: Int] = [:]

    /// - Returns: nil when there was room, else the limit that there was none by.
    mutating func enter(_ network: String, inAll: Int, ofNetwork: Int) -> Reason? {
      if total >= inAll { return .all }
      let known = byNetwork[network, default: 0]
      if known >= ofNetwork { return .address }
      total += 1
      byNetwork[network] = known + 1
      return nil
    }

    mutating func leave(_ network: String) {
      total -= 1
      let left = byNetwork[network, default: 1] - 1
      byNetwork[network] = left > 0 ? left : nil
    }
  }

  private let limits: ListenConfiguration.Limits
  private let trusted: [AddressRange]
  private let refused: MetricCounter?
  private let connections = Mutex(Count())
  private let streams = Mutex(Count())

  init(_ limits: ListenConfiguration.Limits, trusted: [AddressRange], refused: MetricCounter? = nil) {
    self.limits = limits
    self.trusted = trusted
    self.refused = refused
    // A rate over a series misses the event that it begins with.
    for reason in Reason.allCases { refused?.add(0, reason.rawValue) }
  }

  /// Connections now.
  var total: Int { connections.withLock(\.total) }

  /// True is followed by one ``leave(_:)``.
  func enter(_ address: String?) -> Bool {
    let (network, isProxy) = (Self.network(address), isProxy(address))
    let reason = connections.withLock { count in
      count.enter(
        network, inAll: limits.connections, ofNetwork: isProxy ? .max : limits.connectionsPerAddress)
    }
    if let reason { refused?.add(1, reason.rawValue) }
    return reason == nil
  }

  func leave(_ address: String?) {
    let network = Self.network(address)
    connections.withLock { $0.leave(network) }
  }

  /// Counts a stream of a connection. True is followed by one ``leaveStream(_:)``.
  func enterStream(_ address: String?) -> Bool {
    let (network, isProxy) = (Self.network(address), isProxy(address))
    let (inAll, ofNetwork) = Self.streamsPerConnection
    return streams.withLock { count in
      count.enter(
        network, inAll: inAll * limits.connections,
        ofNetwork: isProxy ? .max : ofNetwork * limits.connectionsPerAddress) == nil
    }
  }

  func leaveStream(_ address: String?) {
    let network = Self.network(address)
    streams.withLock { $0.leave(network) }
  }

  private func isProxy(_ address: String?) -> Bool {
    address.map { address in trusted.contains { $0.contains(address) } } ?? false
  }

  private static func network(_ address: String?) -> String {
    address.flatMap(ClientNetwork.init(address:))?.description ?? ""
  }
}
