/// A temporary limit on new accounts, which replaces the server's own limit: `quota.signUpQuotaConfig`. It may be
/// higher for a launch, or lower during an attack.
public struct SignUpQuota: Sendable, Equatable, Codable {
  public static let counts = 1...1_000
  /// Seconds, up to seven days.
  public static let durations: ClosedRange<Int64> = 1...604_800

  /// The number of accounts that one network may create in an hour.
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
