import Identity

/// Hands records of the audit log to somebody to whom they are sent, and keeps in the database how far that came, which
/// node sends at the moment, and until when a chain waits that was not taken.
struct AuditDelivery: Sendable {
  /// Seconds for which one node alone sends a chain: longer than any delivery takes.
  static let leaseTime: Int64 = 60
  /// Seconds that a receiver can ask for.
  static let longestRetryAfter: Int64 = 3_600

  /// The reason why nobody took a delivery.
  struct Failure: Error {
    /// For people: an HTTP status, or why there was none.
    var cause: String
    var status: Int?
    /// Seconds that the receiver asked for.
    var retryAfter: Int64?
  }

  /// The result of an attempt.
  struct Sending {
    /// The place of the last record before the first that was not taken.
    var through: Int64
    var failure: Failure?
  }

  /// A failure, as it is counted.
  struct Refusal {
    var failure: Failure
    /// One after the other.
    var failures: Int
    var since: Instant
    /// Seconds until the next try.
    var wait: Int64
  }

  let audit: any AuditStore
  let clock: any WallClock
  let random: any RandomSource

  /// - Parameters:
  ///   - begins: whether the consumer's cursor begins with its first delivery. Otherwise nothing is sent to one without.
  ///   - backOff: the seconds to wait after so many failures, one after the other.
  ///   - send: sends records that stand after a cursor.
  /// - Returns: nil where somebody else sends, or it is not due.
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
