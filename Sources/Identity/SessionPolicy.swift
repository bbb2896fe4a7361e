/// Sets how long a project's users stay signed in, and what happens when a refresh token is used.
///
/// The defaults are Firebase's: the token stays the same, and sessions do not end.
public struct SessionPolicy: Sendable, Equatable {
  public enum RefreshTokens: String, Sendable, Codable, CaseIterable {
    /// A token is valid until it is revoked.
    case stable
    /// A token is valid once, and its use returns the next one. If it is presented again after
    /// ``SessionPolicy/gracePeriod``, there is a copy of it, and the whole family ends (RFC 9700 section 4.14.2).
    case rotating
  }

  public var refreshTokens = RefreshTokens.stable
  /// Seconds for which a used token still returns its successor, so that neither simultaneous requests nor a lost
  /// response end a session.
  public var gracePeriod: Int64 = 60
  /// Seconds for which a session may stay unused; nil for no limit. Uses are recorded to the minute.
  public var idleLifetime: Int64?
  /// The time when the idle limit was introduced. Uses before then were not recorded, so every session counts as used
  /// at this moment.
  public var idleSince: Instant?
  /// Seconds from the proof of identity, however much the session is used and however many sessions were opened from
  /// it; nil for no limit.
  public var absoluteLifetime: Int64?

  public init() {}

  /// Returns the policy as the replacement of another.
  public func replacing(_ before: SessionPolicy, now: Instant) -> SessionPolicy {
    var policy = self
    policy.idleSince = idleLifetime == nil ? nil : before.idleLifetime == nil ? now : before.idleSince
    return policy
  }

  public static let gracePeriods: ClosedRange<Int64> = 0...3_600
  /// Clients refresh when the one-hour ID token expires: a session in use must not end in between.
  public static let lifetimes: ClosedRange<Int64> = 7_200...315_360_000

  /// The minimum number of seconds between two records of a session's use.
  static let noteInterval: Int64 = 60
  /// Seconds for which ended sessions and used tokens are remembered, so that their holders are told, and copies of a
  /// token are noticed.
  public static let memory: Int64 = 30 * 86_400

  /// True if all values are within their ranges.
  public var isValid: Bool {
    Self.gracePeriods.contains(gracePeriod) && idleLifetime.map(Self.lifetimes.contains) != false
      && absoluteLifetime.map(Self.lifetimes.contains) != false
  }

  /// True if a session is within its idle lifetime and its absolute lifetime.
  public func allows(_ session: RefreshSession, now: Instant) -> Bool {
    if let end = end(of: session) { now < end } else { true }
  }

  /// The time when everything that rests on a proof of this moment ends; nil for never.
  public func end(ofProofAt moment: Instant) -> Instant? {
    absoluteLifetime.map { moment.adding(seconds: $0) }
  }

  /// The time when the database may delete a session that is used at this moment; nil for never.
  public func forgetting(_ session: RefreshSession, usedAt moment: Instant) -> Instant? {
    end(of: session, usedAt: moment)?.adding(seconds: Self.memory)
  }

  /// The record to write when a session is used; nil if the stored record is good enough.
  public func note(of session: RefreshSession, now: Instant) -> (usedAt: Instant, forgetAt: Instant?)? {
    let forgetAt = forgetting(session, usedAt: now)
    let isKnown =
      switch (forgetAt, session.forgetAt) {
      case (nil, nil): true
      case (let one?, let other?): abs(one.seconds - other.seconds) < Self.noteInterval
      default: false
      }
    let isFresh = idleLifetime == nil || now < session.usedAt.adding(seconds: Self.noteInterval)
    return isKnown && isFresh ? nil : (now, forgetAt)
  }

  /// The time when a session ends if it is not used before; nil for never.
  public func end(of session: RefreshSession) -> Instant? { end(of: session, usedAt: session.usedAt) }

  private func end(of session: RefreshSession, usedAt moment: Instant) -> Instant? {
    [
      idleLifetime.map { max(moment, idleSince ?? moment).adding(seconds: $0) },
      end(ofProofAt: session.authenticatedAt),
    ].compactMap(\.self).min()
  }
}

/// Decodes a policy that was stored before a member existed: it gets its default.
extension SessionPolicy: Codable {
  private enum CodingKeys: String, CodingKey {
    case refreshTokens, gracePeriod, idleLifetime, idleSince, absoluteLifetime
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    refreshTokens = try container.decodeIfPresent(RefreshTokens.self, forKey: .refreshTokens) ?? refreshTokens
    gracePeriod = try container.decodeIfPresent(Int64.self, forKey: .gracePeriod) ?? gracePeriod
    idleLifetime = try container.decodeIfPresent(Int64.self, forKey: .idleLifetime)
    idleSince = try container.decodeIfPresent(Instant.self, forKey: .idleSince)
    absoluteLifetime = try container.decodeIfPresent(Int64.self, forKey: .absoluteLifetime)
  }
}
