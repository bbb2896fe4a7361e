import Identity
import Messaging
import Synchronization
import Telemetry

/// The page `/metrics`: all counters, the readiness, and the current depth of the outboxes.
struct MetricsPage: Sendable {
  private let registry: MetricsRegistry
  private let readiness: Readiness
  private let outboxes: [Outbox]
  private let clock: any WallClock
  private let ready: MetricGauge
  private let waiting: MetricGauge
  private let oldest: MetricGauge
  private let shown = ShownChannels()

  /// The channels in which messages have waited. If only projects' own settings deliver a channel, the channel is
  /// shown after its first waiting message.
  private final class ShownChannels: Sendable {
    private let channels = Mutex<Set<OutboxEntry.Channel>>([])

    func shows(_ channel: OutboxEntry.Channel, waiting: Int) -> Bool {
      channels.withLock { channels in
        if waiting > 0 { channels.insert(channel) }
        return channels.contains(channel)
      }
    }
  }

  /// Registers the gauges of the readiness and the outboxes.
  ///
  /// - Parameters:
  ///   - outbox: the outbox for messages. Nil if the server sends none.
  ///   - revocations: the outbox for revocations.
  init(
    registry: MetricsRegistry, readiness: Readiness, outbox: Outbox?, revocations: Outbox,
    clock: any WallClock
  ) {
    self.registry = registry
    self.readiness = readiness
    outboxes = [outbox, revocations].compactMap(\.self)
    self.clock = clock
    ready = registry.gauge("latchkey_ready", "1 if the server is ready, as /readyz says; else 0.")
    waiting = registry.gauge(
      "latchkey_outbox_waiting", "Messages and revocations that wait to be delivered.", labels: ["channel"])
    oldest = registry.gauge(
      "latchkey_outbox_oldest_age_seconds",
      "Age of the oldest waiting message or revocation; 0 if none waits.",
      labels: ["channel"])
  }

  func text() async -> String {
    ready.set(await readiness.report().isReady ? 1 : 0)
    for outbox in outboxes {
      for channel in outbox.configuredChannels {
        // If a depth cannot be read, the gauge keeps its value. Other metrics report the failure of the database.
        guard let depth = try? await outbox.depth(of: channel) else { continue }
        guard shown.shows(channel, waiting: depth.waiting) || outbox.sends(channel) else { continue }
        let age = depth.oldest.map { clock.now().milliseconds - $0.milliseconds } ?? 0
        waiting.set(Double(depth.waiting), channel.rawValue)
        oldest.set(Double(max(0, age)) / 1_000, channel.rawValue)
      }
    }
    return registry.render()
  }
}
