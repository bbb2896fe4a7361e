import Identity
import IdentityWire

extension ProjectConfig.SessionConfig {
  init(_ policy: SessionPolicy) {
    self.init()
    refreshTokens = policy.refreshTokens == .rotating ? .rotating : .stable
    gracePeriodSeconds = Int(policy.gracePeriod)
    idleLifetimeSeconds = policy.idleLifetime.map { Int($0) }
    absoluteLifetimeSeconds = policy.absoluteLifetime.map { Int($0) }
  }

  /// - Throws: `INVALID_CONFIG`.
  func policy() throws(IdentityError) -> SessionPolicy {
    var policy = SessionPolicy()
    policy.refreshTokens = refreshTokens == .rotating ? .rotating : .stable
    if let gracePeriodSeconds { policy.gracePeriod = Int64(gracePeriodSeconds) }
    policy.idleLifetime = idleLifetimeSeconds.map { Int64($0) }
    policy.absoluteLifetime = absoluteLifetimeSeconds.map { Int64($0) }
    try policy.check()
    return policy
  }
}

extension SessionPolicy {
  /// - Throws: `INVALID_CONFIG`.
  func check() throws(IdentityError) {
    guard isValid else {
      let (grace, lifetime) = (Self.gracePeriods, Self.lifetimes)
      throw .invalidConfig(
        "A grace period has \(grace.lowerBound) to \(grace.upperBound) seconds, a lifetime of sessions "
          + "\(lifetime.lowerBound) to \(lifetime.upperBound).")
    }
  }
}
