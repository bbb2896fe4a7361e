/// The outcome of a presented refresh token.
public enum RefreshDecision: Sendable, Equatable {
  /// The token stays the same.
  case keep(note: SessionUse?)
  /// The token is rotated.
  case rotate
  /// The token was rotated within the grace period: the answer repeats its successor.
  case repeatSuccessor(sealed: [UInt8])
  /// The token was replayed. Nobody can tell the user from the thief, so that the whole family ends: both have to sign in.
  /// The answer is `TOKEN_EXPIRED`.
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

  /// Decides about a session and its account, as they were read together.
  ///
  /// - Parameters:
  ///   - policy: the project's.
  ///   - requiresFactor: ``MultiFactorSettings/requiresFactor(now:)`` of the account's project or tenant.
  ///   - now: from before they were read, so that a revocation that comes between makes the token an old one.
  /// - Throws: `TOKEN_EXPIRED`; whether the session's lifetime is over is ``requireLifetime(of:_:now:)`` to say.
  public static func decide(
    _ session: RefreshSession, of account: Account, _ policy: SessionPolicy, requiresFactor: Bool,
    now: Instant
  ) throws(IdentityError) -> RefreshDecision {
    // Also where the account ended the session: whoever ended it may have gone on from it.
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
