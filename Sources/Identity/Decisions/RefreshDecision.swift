/// The outcome of a presented refresh token.
public enum RefreshDecision: Sendable, Equatable {
  /// The token stays the same.
  case keep(note: SessionUse?)
  /// The token is rotated.
  case rotate
  /// The token was rotated within the grace period. The answer repeats its successor.
  case repeatSuccessor(sealed: [UInt8])
  /// The token was replayed. The user and the thief cannot be told apart, so the whole family ends: both must sign in
  /// again. The answer is `TOKEN_EXPIRED`.
  case endFamily

  public struct SessionUse: Sendable, Equatable {
    public var usedAt: Instant
    public var forgetAt: Instant?
  }

  /// Checks the lifetime. Call it after counting the refresh, so that refreshes of an expired session count, too.
  ///
  /// - Throws: `TOKEN_EXPIRED`.
  public static func requireLifetime(of session: RefreshSession, _ policy: SessionPolicy, now: Instant)
    throws(IdentityError)
  {
    guard policy.allows(session, now: now) else {
      throw .refused(.tokenExpired).because("the session's lifetime is over")
    }
  }

  /// Decides about a session and its account, which were read together.
  ///
  /// - Parameters:
  ///   - policy: the project's.
  ///   - requiresFactor: ``MultiFactorSettings/requiresFactor(now:)`` of the account's project or tenant.
  ///   - now: a time from before they were read, so that a revocation in between makes the token an old one.
  /// - Throws: `TOKEN_EXPIRED`. It does not check the session's lifetime: ``requireLifetime(of:_:now:)`` does.
  public static func decide(
    _ session: RefreshSession, of account: Account, _ policy: SessionPolicy, requiresFactor: Bool,
    now: Instant
  ) throws(IdentityError) -> RefreshDecision {
    // This applies even if the account ended the session: the person who ended it may have continued it.
    if session.revokedAt == nil, let rotation = session.rotation,
      now >= rotation.at.adding(seconds: policy.gracePeriod)
    {
      return .endFamily
    }
    guard session.isValid(for: account), session.signIn.isComplete(for: account),
      session.signIn.meets(requiresFactor: requiresFactor)
    else {
      throw .refused(.tokenExpired)
    }
    if let rotation = session.rotation { return .repeatSuccessor(sealed: rotation.sealedSuccessor) }
    switch policy.refreshTokens {
    case .rotating: return .rotate
    case .stable:
      return .keep(
        note: policy.note(of: session, now: now).map { SessionUse(usedAt: $0.usedAt, forgetAt: $0.forgetAt) })
    }
  }
}
