/// The outcome of a presented refresh token.
public enum RefreshDecision: Sendable, Equatable {
  /// The token stays the same.
  case keep(note: SessionUse?)
  /// The token is rotated.
  case rotate
  /// The token was rotated within the grace period. The response contains the successor again.
  case repeatSuccessor(sealed: [UInt8])
  /// The token was replayed. The server cannot tell the user from the thief, so the whole family ends, and the user and
  /// the thief must sign in again. The response is `TOKEN_EXPIRED`.
  case endFamily

  public struct SessionUse: Sendable, Equatable {
    public var usedAt: Instant
    public var forgetAt: Instant?
  }

  /// Checks the lifetime. Call it after the refresh was counted, so that refreshes of an expired session count, too.
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
  ///   - policy: the session policy of the project.
  ///   - secondFactors: the rule of the account's project or tenant.
  ///   - now: a time from before session and account were read.
  /// - Throws: `TOKEN_EXPIRED`. This function does not check the session's lifetime: ``requireLifetime(of:_:now:)``
  ///   does.
  public static func decide(
    _ session: RefreshSession, of account: Account, _ policy: SessionPolicy,
    secondFactors: SecondFactorPolicy, now: Instant
  ) throws(IdentityError) -> RefreshDecision {
    // A replay counts even if the account's sessions were ended: the thief may have ended them and then signed in
    // again.
    if session.revokedAt == nil, let rotation = session.rotation,
      now >= rotation.at.adding(seconds: policy.gracePeriod)
    {
      return .endFamily
    }
    guard session.isValid(for: account), session.signIn.isComplete(for: account, secondFactors),
      session.signIn.meets(secondFactors)
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
