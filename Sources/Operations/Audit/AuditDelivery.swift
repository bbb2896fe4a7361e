import Identity

/// Delivers records of the audit log to a receiver. The database stores the progress, the node that delivers a chain
/// at the moment, and the time of the next attempt after a failure.
struct AuditDelivery: Sendable {
  /// Seconds for which a node reserves a chain. Longer than any delivery takes.
  static let leaseTime: Int64 = 60
  /// The longest wait, in seconds, that a receiver can ask for.
  static let longestRetryAfter: Int64 = 3_600

  /// The reason why a delivery was not accepted.
  struct Failure: Error {
    /// A text for people: an HTTP status, or the reason why there was none.
    var cause: String
    var status: Int?
    /// The wait in seconds that the receiver asked for.
    var retryAfter: Int64?
  }

  /// The result of an attempt.
  struct Sending {
    /// The sequence number of the last record that was accepted without a gap.
    var through: Int64
    var failure: Failure?
  }

  /// A failure with its count and the next attempt.
  struct Refusal {
    var failure: Failure
    /// The number of consecutive failures.
    var failures: Int
    var since: Instant
    /// Seconds until the next attempt.
    var wait: Int64
  }

  let audit: any AuditStore
  let clock: any WallClock
  let random: any RandomSource

  /// - Parameters:
  ///   - begins: whether to create the consumer's cursor with the first delivery. Otherwise a consumer
  ///     without a cursor receives nothing.
  ///   - backOff: the seconds to wait after a number of consecutive failures.
  ///   - send: sends the records after a cursor.
  /// - Returns: nil if another node delivers the chain, or the delivery is not due.
  func deliver(
    to consumer: String, chain: ProjectID?, beginning begins: Bool, backOff: @Sendable (Int) -> Int64,
    _ send: (AuditCursor) async throws(StoreError) -> Sending
  ) async throws(StoreError) -> (through: Int64, refusal: Refusal?)? {
    let lease = random.alphanumeric(20)
    let start = clock.now()
    guard
      let cursor = try await audit.leaseAuditCursor(
        of: consumer, chain: chain, lease: lease, until: start.adding(seconds: Self.leaseTime), now: start,
        beginning: begins)
    else { return nil }
    let sending = try await send(cursor)
    guard let failure = sending.failure else {
      _ = try await audit.moveAuditCursor(of: consumer, chain: chain, lease: lease, to: sending.through)
      return (sending.through, nil)
    }
    let now = clock.now()
    let hasMoved = sending.through > cursor.sequence
    let failures = hasMoved ? 1 : cursor.failures + 1
    let asked = min(max(failure.retryAfter ?? 0, 0), Self.longestRetryAfter)
    let wait = max(backOff(failures), asked)
    try await audit.postponeAuditCursor(
      of: consumer, chain: chain, lease: lease, at: sending.through, until: now.adding(seconds: wait),
      now: now)
    let since = hasMoved ? now : cursor.failingSince ?? now
    return (sending.through, Refusal(failure: failure, failures: failures, since: since, wait: wait))
  }
}
