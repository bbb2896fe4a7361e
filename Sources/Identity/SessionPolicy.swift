/// The settings for how long a project's users stay signed in, and whether a refresh token is replaced when it is used.
///
/// The defaults are Firebase's: a used refresh token is not replaced, and sessions do not expire.
public struct SessionPolicy: Sendable, Equatable {
  public enum RefreshTokens: String, Sendable, Codable, CaseIterable {
    /// A token is valid until it is revoked.
    case stable
    /// A token is valid once, and its use returns the next token. If a token is presented again after
    /// ``SessionPolicy/gracePeriod``, a copy of it exists, and the whole family ends (RFC 9700 section 4.14.2).
    case rotating
  }

  public var refreshTokens = RefreshTokens.stable
  /// The number of seconds for which a used token still returns its successor. So neither simultaneous requests nor a
  /// lost response end a session.
  public var gracePeriod: Int64 = 60
  /// The number of seconds for which a session may stay unused. Nil for no limit. Uses are recorded to the minute.
  public var idleLifetime: Int64?
  /// The time when the idle limit was introduced. Earlier uses were not recorded, so every session counts as used at
  /// this moment.
  public var idleSince: Instant?
  /// The lifetime in seconds from the proof of identity. Neither using the session nor opening further sessions extends
  /// it. Nil for no limit.
  public var absoluteLifetime: Int64?

  public init() {}

  /// Returns this policy as the replacement of another one, with ``idleSince`` set.
  public func replacing(_ before: SessionPolicy, now: Instant) -> SessionPolicy {
    var policy = self
    policy.idleSince = idleLifetime == nil ? nil : before.idleLifetime == nil ? now : before.idleSince
    return policy
  }

  public static let gracePeriods: ClosedRange<Int64> = 0...3_600
  /// Clients refresh tokens when the one-hour ID token expires. The minimum is longer, so that a session in use does
  /// not end between two refreshes.
  public static let lifetimes: ClosedRange<Int64> = 7_200...315_360_000

  /// The minimum number of seconds between two records of a session's use.
  static let noteInterval: Int64 = 60
  /// The number of seconds for which ended sessions and used tokens are remembered. During this time, clients learn
  /// that their session ended, and the server detects copies of a token.
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

  /// The time when every session that began with a proof of this moment ends. Nil for never.
  public func end(ofProofAt moment: Instant) -> Instant? {
    absoluteLifetime.map { moment.adding(seconds: $0) }
  }

  /// The time when the database may delete a session that is used at this moment. Nil for never.
  public func forgetting(_ session: RefreshSession, usedAt moment: Instant) -> Instant? {
    end(of: session, usedAt: moment)?.adding(seconds: Self.memory)
  }

  /// The record to write when a session is used. Nil if the stored record is recent enough.
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

  /// The time when a session ends if it is not used until then. Nil for never.
  public func end(of session: RefreshSession) -> Instant? { end(of: session, usedAt: session.usedAt) }

  private func end(of session: RefreshSession, usedAt moment: Instant) -> Instant? {
    [
      idleLifetime.map { max(moment, idleSince ?? moment).adding(seconds: $0) },
      end(ofProofAt: session.authenticatedAt),
    ].compactMap(\.self).min()
  }
}

/// Decodes a policy that was stored before a member existed. Missing members get their defaults.
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
