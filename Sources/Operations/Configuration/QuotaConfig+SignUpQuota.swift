import Identity
import IdentityWire

extension ProjectConfig.QuotaConfig {
  init(_ quota: SignUpQuota) {
    self.init()
    var config = TemporaryQuota()
    config.quota = Int64Text(Int64(quota.count))
    config.startTime = quota.startsAt.iso8601
    config.quotaDuration = "\(quota.duration)s"
    signUpQuotaConfig = config
  }
}

extension ProjectConfig.QuotaConfig.TemporaryQuota {
  /// Returns the quota; nil if the message is empty.
  ///
  /// - Throws: `INVALID_CONFIG`.
  func quota(now: Instant) throws(IdentityError) -> SignUpQuota? {
    if self == .init() { return nil }
    let counts = SignUpQuota.counts
    guard let count = quota.flatMap({ Int(exactly: $0.value) }), counts.contains(count) else {
      throw .invalidConfig("signUpQuotaConfig.quota is from \(counts.lowerBound) to \(counts.upperBound).")
    }
    let durations = SignUpQuota.durations
    guard let text = quotaDuration, text.hasSuffix("s"), let seconds = Int64(text.dropLast()),
      durations.contains(seconds)
    else {
      throw .invalidConfig(
        "signUpQuotaConfig.quotaDuration is from \(durations.lowerBound)s to \(durations.upperBound)s, in "
          + "whole seconds.")
    }
    var start = now
    if let startTime, !startTime.isEmpty {
      guard let moment = Instant(iso8601: startTime) else {
        throw .invalidConfig("signUpQuotaConfig.startTime is no moment such as 2026-01-31T12:00:00Z.")
      }
      start = moment
    }
    return SignUpQuota(count: count, startsAt: start, duration: seconds)
  }
}
