import Identity
import Synchronization

/// Limits the memory for large bodies while they are received and processed, for each network and in total. Without the
/// limit, anyone could fill the server's memory with bodies, because sending them needs no credential.
///
/// The first ``freeBytes`` of a body do not count, so that sign-ins are processed even if the budget is exhausted.
final class BodyBudget: Sendable {
  /// The limits in bytes.
  struct Limits: Sendable {
    var perNetwork = 64 << 20
    var total = 256 << 20
  }

  /// The bytes of a body that are always accepted. Requests of users' devices are smaller.
  static let freeBytes = 32_768

  private struct State {
    var total = 0
    var byNetwork: [String: Int] = [:]
  }

  private let limits: Limits
  private let state = Mutex(State())

  init(_ limits: Limits = Limits()) { self.limits = limits }

  /// A body's share of the budget. The share is returned when the last reference to this object is released.
  final class Share: Sendable {
    private let budget: BodyBudget
    private let network: String
    private let bytes = Mutex(0)

    /// - Parameter address: the client's address. All clients without a known address count as one client.
    init(of budget: BodyBudget, for address: String?) {
      self.budget = budget
      network = address.flatMap(ClientNetwork.init(address:))?.description ?? ""
    }

    /// - Returns: false if the budget does not have this many bytes left.
    func grow(by count: Int) -> Bool {
      guard budget.take(count, network) else { return false }
      bytes.withLock { $0 += count }
      return true
    }

    deinit { budget.giveBack(bytes.withLock { $0 }, network) }
  }

  /// The bytes in use now.
  var taken: Int { state.withLock(\.total) }

  private func take(_ count: Int, _ network: String) -> Bool {
    state.withLock { state in
      let ofNetwork = state.byNetwork[network, default: 0] + count
      guard ofNetwork <= limits.perNetwork, state.total + count <= limits.total else { return false }
      state.total += count
      state.byNetwork[network] = ofNetwork
      return true
    }
  }

  private func giveBack(_ count: Int, _ network: String) {
    guard count > 0 else { return }
    state.withLock { state in
      state.total -= count
      let left = state.byNetwork[network, default: 0] - count
      state.byNetwork[network] = left > 0 ? left : nil
    }
  }
}
