import Identity
import Messaging
import Telemetry

/// What `/metrics` says: everything that was counted, and what waits in the outbox at that moment.
struct MetricsPage: Sendable {
  private let registry: MetricsRegistry
  private let outboxes: [Outbox]
  private let clock: any WallClock
  private let waiting: MetricGauge
  private let oldest: MetricGauge

  /// - Parameter outbox: nil sends no messages.
  init(registry: MetricsRegistry, outbox: Outbox?, revocations: Outbox, clock: any WallClock) {
    self.registry = registry
    outboxes = [outbox, revocations].compactMap(\.self)
    self.clock = clock
    waiting = registry.gauge(
      "latchkey_outbox_waiting", "Messages that wait to be delivered.", labels: ["channel"])
    oldest = registry.gauge(
      "latchkey_outbox_oldest_age_seconds", "For how long the oldest of them has waited; 0 without one.",
      labels: ["channel"])
  }

  func text() async -> String {
    for outbox in outboxes {
      for channel in outbox.configuredChannels {
        // What cannot be asked stays as it was: the database's failure shows elsewhere.
        guard let depth = try? await outbox.depth(of: channel) else { continue }
        let age = depth.oldest.map { clock.now().milliseconds - $0.milliseconds } ?? 0
        waiting.set(Double(depth.waiting), channel.rawValue)
        oldest.set(Double(max(0, age)) / 1_000, channel.rawValue)
      }
    }
    return registry.render()
  }
}
