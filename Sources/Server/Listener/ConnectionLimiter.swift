import Settings
import Synchronization
import Telemetry

/// Counts connections, all of them and those of each address, and says when there are too many.
final class ConnectionLimiter: Sendable {
  private struct State {
    var total = 0
    var byAddress: [String: Int] = [:]
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
    let address = address.flatMap(AddressRange.canonical) ?? ""
    let isProxy = trusted.contains { $0.contains(address) }
    let reason: String? = state.withLock { state in
      if state.total >= limits.connections { return "all" }
      let ofAddress = state.byAddress[address, default: 0]
      if ofAddress >= limits.connectionsPerAddress, !isProxy { return "address" }
      state.total += 1
      state.byAddress[address] = ofAddress + 1
      return nil
    }
    if let reason { refused?.add(1, reason) }
    return reason == nil
  }

  func leave(_ address: String?) {
    let address = address.flatMap(AddressRange.canonical) ?? ""
    state.withLock { state in
      state.total -= 1
      let left = state.byAddress[address, default: 1] - 1
      state.byAddress[address] = left > 0 ? left : nil
    }
  }
}
