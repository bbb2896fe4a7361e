import Identity
import Synchronization

/// Bounds the memory that large bodies take while they come in and are worked on, of each network and in all: many
/// requests at once need no credential to hold a body each.
///
/// The first ``freeBytes`` of a body count for nothing. So people who sign in are answered while others are not.
final class BodyBudget: Sendable {
  /// Bytes.
  struct Limits: Sendable {
    var perNetwork = 64 << 20
    var total = 256 << 20
  }

  /// Bytes of a body that are always taken. What people's devices send is shorter.
  static let freeBytes = 32_768

  private struct State {
    var total = 0
    var byNetwork: [String: Int] = [:]
  }

  private let limits: Limits
  private let state = Mutex(State())

  init(_ limits: Limits = Limits()) { self.limits = limits }

  /// What one body has of the budget, until the last reference to it goes.
  final class Share: Sendable {
    private let budget: BodyBudget
    private let network: String
    private let bytes = Mutex(0)

    /// - Parameter address: of the client; clients whose address is not known have one share together.
    init(of budget: BodyBudget, for address: String?) {
      self.budget = budget
      network = address.flatMap(ClientNetwork.init(address:))?.description ?? ""
    }

    /// - Returns: false if there is no room for that many bytes more.
    func grow(by count: Int) -> Bool {
      guard budget.take(count, network) else { return false }
      bytes.withLock { $0 += count }
      return true
    }

    deinit { budget.giveBack(bytes.withLock { $0 }, network) }
  }

  /// Bytes that are taken now.
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
