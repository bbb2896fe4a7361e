import Identity
import Synchronization

/// Reports the messages that the outbox lost, once the transaction that lost them is durable.
package final class OutboxLossObserver: Sendable {
  private let observe = Mutex<(@Sendable (OutboxLoss) -> Void)?>(nil)

  package init() {}

  func set(_ observe: @escaping @Sendable (OutboxLoss) -> Void) {
    self.observe.withLock { $0 = observe }
  }

  func report(_ losses: [OutboxLoss]) {
    guard !losses.isEmpty, let observe = observe.withLock(\.self) else { return }
    for loss in losses { observe(loss) }
  }
}
