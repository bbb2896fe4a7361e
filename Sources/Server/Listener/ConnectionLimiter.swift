import Identity
import Settings
import Synchronization
import Telemetry

/// Limits the number of connections and HTTP/2 streams, in total and for each network. Like other limits, it counts a
/// client by its ``ClientNetwork``, because a subscriber has 2^64 IPv6 addresses.
final class ConnectionLimiter: Sendable {
  /// The maximum number of concurrent HTTP/2 streams per allowed connection, in total and from one network.
  ///
  /// A connection could open a hundred streams. Each stream needs memory for headers and a body's
  /// ``BodyBudget/freeBytes`` before its client is known: 1.6 GiB from one network. The two factors are equal. So
  /// exhausting all streams needs as many networks as exhausting all connections.
  static let streamsPerConnection = (inAll: 2, ofNetwork: 2)

  /// The limit that was reached, as a label of the metric.
  private enum Reason: String, CaseIterable {
    case all, address
  }

  private struct Count {
    var total = 0
    /// The counts by network. Clients without a known address count under the empty name.
    var byNetwork: [String: Int] = [:]

    /// - Returns: the limit that was reached. Nil if no limit was reached.
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
  private let refusedStreams: MetricCounter?
  private let connections = Mutex(Count())
  private let streams = Mutex(Count())

  init(
    _ limits: ListenConfiguration.Limits, trusted: [AddressRange], refused: MetricCounter? = nil,
    refusedStreams: MetricCounter? = nil
  ) {
    self.limits = limits
    self.trusted = trusted
    self.refused = refused
    self.refusedStreams = refusedStreams
    // Creates each series before its first event. Prometheus's `rate` would miss an event that creates the series.
    for reason in Reason.allCases {
      refused?.add(0, reason.rawValue)
      refusedStreams?.add(0, reason.rawValue)
    }
  }

  /// The number of connections now.
  var total: Int { connections.withLock(\.total) }

  /// Counts a connection. Each call that returns true needs one call of ``leave(_:)``.
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

  /// Counts a stream of a connection. Each call that returns true needs one call of ``leaveStream(_:)``.
  func enterStream(_ address: String?) -> Bool {
    let (network, isProxy) = (Self.network(address), isProxy(address))
    let (inAll, ofNetwork) = Self.streamsPerConnection
    let reason = streams.withLock { count in
      count.enter(
        network, inAll: inAll * limits.connections,
        ofNetwork: isProxy ? .max : ofNetwork * limits.connectionsPerAddress)
    }
    if let reason { refusedStreams?.add(1, reason.rawValue) }
    return reason == nil
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
