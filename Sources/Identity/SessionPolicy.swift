/// How long a project's users stay signed in, and what becomes of a refresh token that was used.
///
/// The defaults are Firebase's: a token that stays the same, and no end.
public struct SessionPolicy: Sendable, Equatable {
  public enum RefreshTokens: String, Sendable, Codable, CaseIterable {
    /// A token is good until it is revoked.
    case stable
    /// A token is good once: its use answers with the next one. Whoever presents it again after
    /// ``SessionPolicy/gracePeriod`` has, or shares it with, a copy, and the whole family ends (RFC 9700
    /// section 4.14.2).
    case rotating
  }

  public var refreshTokens = RefreshTokens.stable
  /// Seconds for which a used token still answers with its successor, so that requests at the same moment, and
  /// one whose answer was lost, end no session.
  public var gracePeriod: Int64 = 60
  /// Seconds for which a session may stand unused; nil for no limit. Uses are noted to the minute.
  public var idleLifetime: Int64?
  /// When sessions began to be ended for standing unused. Of the time before it no uses are noted, so that every
  /// session counts as used then.
  public var idleSince: Instant?
  /// Seconds from the proof of who the user is on, however much the session is used, and however many others were
  /// opened from it; nil for no limit.
  public var absoluteLifetime: Int64?

  public init() {}

  /// The policy as it takes another's place.
  public func replacing(_ before: SessionPolicy, now: Instant) -> SessionPolicy {
    var policy = self
    policy.idleSince = idleLifetime == nil ? nil : before.idleLifetime == nil ? now : before.idleSince
    return policy
  }

  public static let gracePeriods: ClosedRange<Int64> = 0...3_600
  /// Clients refresh when the ID token of an hour runs out: a session that is used must not end between.
  public static let lifetimes: ClosedRange<Int64> = 7_200...315_360_000

  /// Seconds between two notes of a session's use.
  static let noteInterval: Int64 = 60
  /// Seconds for which a session that ended, or a token that was used, is remembered: so that its holder is told
  /// so, and a copy of it is noticed.
  public static let memory: Int64 = 30 * 86_400

  /// Whether the values are ones that can be meant.
  public var isValid: Bool {
    Self.gracePeriods.contains(gracePeriod) && idleLifetime.map(Self.lifetimes.contains) != false
      && absoluteLifetime.map(Self.lifetimes.contains) != false
  }

  /// Whether a session has neither stood unused for too long nor lasted too long.
  public func allows(_ session: RefreshSession, now: Instant) -> Bool {
    if let end = end(of: session) { now < end } else { true }
  }

  /// When everything ends that rests on the proof of a moment; nil for never.
  public func end(ofProofAt moment: Instant) -> Instant? {
    absoluteLifetime.map { moment.adding(seconds: $0) }
  }

  /// When the database may forget a session that is used at a moment; nil for never.
  public func forgetting(_ session: RefreshSession, usedAt moment: Instant) -> Instant? {
    end(of: session, usedAt: moment)?.adding(seconds: Self.memory)
  }

  /// What is to be noted of a session that is used: nil when what is noted already will do.
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

  /// When a session ends that is not used until then; nil for never.
  public func end(of session: RefreshSession) -> Instant? { end(of: session, usedAt: session.usedAt) }

  private func end(of session: RefreshSession, usedAt moment: Instant) -> Instant? {
    [
      idleLifetime.map { max(moment, idleSince ?? moment).adding(seconds: $0) },
      end(ofProofAt: session.authenticatedAt),
    ].compactMap(\.self).min()
  }
}

/// What was stored before a member existed has its default.
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
