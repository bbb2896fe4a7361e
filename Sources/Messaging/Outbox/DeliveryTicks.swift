import Identity

/// The moments at which a channel looks for new entries. They depend on the clock and on chance, and never on requests. So
/// the work for a message cannot be told from other work by the time between it and the request.
///
/// A tick is a multiple of the interval and a random part of an interval. Entries that become due between two ticks wait
/// for the second.
struct DeliveryTicks: Sendable {
  /// In milliseconds.
  private let interval: Int64
  /// The moment of the latest tick.
  private(set) var latest: Instant
  private var next: Instant

  /// Begins with a tick.
  ///
  /// - Parameter interval: in milliseconds.
  init(every interval: Int64, at now: Instant, _ random: some RandomSource) {
    self.interval = max(1, interval)
    latest = now
    next = now
    pass(at: now, random)
  }

  /// Makes this moment a tick, and chooses the next one.
  mutating func pass(at now: Instant, _ random: some RandomSource) {
    let fraction = random.bytes(2).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    latest = now
    next = Instant(
      milliseconds: (now.milliseconds / interval + 1) * interval + interval * fraction / 65_536)
  }

  func isDue(at now: Instant) -> Bool { next <= now }

  /// The time until the next tick. It is bounded, because the clock may be set back.
  func pause(at now: Instant) -> Duration {
    .milliseconds(min(max(1, next.milliseconds - now.milliseconds), 2 * interval))
  }
}
