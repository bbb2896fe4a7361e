/// For a time another number of new accounts than the server's own limit: `quota.signUpQuotaConfig`. More for a
/// launch, fewer during an attack.
public struct SignUpQuota: Sendable, Equatable, Codable {
  public static let counts = 1...1_000
  /// Seconds; seven days.
  public static let durations: ClosedRange<Int64> = 1...604_800

  /// Accounts that one network may make in an hour.
  public var count: Int
  public var startsAt: Instant
  /// Seconds.
  public var duration: Int64

  public init(count: Int, startsAt: Instant, duration: Int64) {
    self.count = count
    self.startsAt = startsAt
    self.duration = duration
  }

  public func isActive(at now: Instant) -> Bool {
    startsAt <= now && now < startsAt.adding(seconds: duration)
  }
}
