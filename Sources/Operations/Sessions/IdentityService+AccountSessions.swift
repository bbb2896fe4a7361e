import Identity
import IdentityWire
import Secrets

/// One of an account's sessions, as an administrator sees it.
public struct AccountSession: Sendable, Equatable {
  /// Names it, and is of no use for anything else: neither a token nor the hash of one. It stays the same while the
  /// session goes on, under whichever tokens.
  public var name: String
  /// As in tokens' `sign_in_provider`.
  public var provider: String
  /// `phone` or `totp`.
  public var secondFactor: String?
  /// When the user proved who they are.
  public var authenticatedAt: Instant
  /// When it was last exchanged for an ID token, as far as that is noted.
  public var lastUsedAt: Instant?
  /// When it ends if it is not used until then; nil for never.
  public var expiresAt: Instant?
  /// From where, and by which program, the user signed in, as far as that is known.
  public var origin = SessionOrigin()
}

extension IdentityService {
  /// Sessions that one call lists.
  public static let maximumListedSessions = 100

  /// An account's sessions that are good, those first that began last.
  ///
  /// - Throws: `INSUFFICIENT_PERMISSION`, `USER_NOT_FOUND`.
  public func sessions(of localID: String, _ caller: Caller) async throws(IdentityError) -> [AccountSession] {
    let account = try await account(localID, caller)
    let found = try await good(of: account, limit: Self.maximumListedSessions, caller)
    return found.map { session in
      AccountSession(
        name: name(of: session), provider: session.signIn.provider,
        secondFactor: session.signIn.secondFactor?.kind, authenticatedAt: session.authenticatedAt,
        lastUsedAt: session.lastUsedAt, expiresAt: caller.project.sessions.end(of: session),
        origin: session.origin)
    }
  }

  /// Ends a session, and with it all that rests on the same proof of who the user is: nobody goes on from it.
  ///
  /// - Throws: `INSUFFICIENT_PERMISSION`, `USER_NOT_FOUND`; `SESSION_NOT_FOUND` for one that has ended.
  public func endSession(_ name: String, of localID: String, _ caller: Caller) async throws(IdentityError) {
    try await retryingConflicts {
      let account = try await self.account(localID, caller)
      let sessions = try await good(of: account, limit: RefreshSession.maximumPerAccount, caller)
      guard let session = sessions.first(where: { constantTimeEqual(self.name(of: $0), name) }) else {
        throw IdentityError.refused(.sessionNotFound, "The session has ended.")
      }
      let now = clock.now()
      try await store.apply([
        .revokeSessionFamily(of: session, now: now, forgetAt: now.adding(seconds: SessionPolicy.memory))
      ])
    }
  }

  private func good(of account: Account, limit: Int, _ caller: Caller) async throws(IdentityError)
    -> [RefreshSession]
  {
    let now = clock.now()
    let sessions = try await storing { () async throws(StoreError) in
      try await store.sessionsInUse(of: account.id, in: account.scope, limit: limit)
    }
    return sessions.filter { $0.isValid(for: account) && caller.project.sessions.allows($0, now: now) }
  }

  private func name(of session: RefreshSession) -> String {
    Base64URL.encode(
      projects.authenticationCode(
        of: Base64URL.encode(session.familyHash), context: "session-name/\(session.scope.project)"))
  }
}
