/// What becomes of a refresh token that was presented.
public enum RefreshDecision: Sendable, Equatable {
  /// The token stays the same.
  case keep(note: SessionUse?)
  /// It is used up, and the next one is made.
  case rotate
  /// It was used a moment ago: its successor is answered once more.
  case repeatSuccessor(sealed: [UInt8])
  /// Two have it, and nobody can tell which of them the user is: both have to sign in, whatever sessions they opened
  /// from it meanwhile. The family ends, and the answer is `TOKEN_EXPIRED`.
  case endFamily

  public struct SessionUse: Sendable, Equatable {
    public var usedAt: Instant
    public var forgetAt: Instant?
  }

  /// To be asked once the refresh was counted: a session that is over is no way to try for ever.
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
  ///   - now: from before they were read, so that a revocation that comes between makes the token an old one.
  /// - Throws: `TOKEN_EXPIRED`; whether the session's lifetime is over is ``requireLifetime(of:_:now:)`` to say.
  public static func decide(
    _ session: RefreshSession, of account: Account, _ policy: SessionPolicy, now: Instant
  ) throws(IdentityError) -> RefreshDecision {
    // Also where the account ended the session: whoever ended it may have gone on from it.
    if session.revokedAt == nil, let rotation = session.rotation,
      now >= rotation.at.adding(seconds: policy.gracePeriod)
    {
      return .endFamily
    }
    guard session.isValid(for: account), session.signIn.isComplete(for: account) else {
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
