import Identity
import IdentityWire
import Secrets

/// One of an account's sessions, for administrators.
public struct AccountSession: Sendable, Equatable {
  /// Identifies the session and has no other use: it is neither a token nor a token's hash. It stays the same when
  /// the session's tokens change.
  public var name: String
  /// The `sign_in_provider` of the session's tokens.
  public var provider: String
  /// `phone` or `totp`.
  public var secondFactor: String?
  /// The time of the user's authentication.
  public var authenticatedAt: Instant
  /// The time of the last noted exchange for an ID token.
  public var lastUsedAt: Instant?
  /// The time at which an unused session ends; nil for never.
  public var expiresAt: Instant?
  /// The network and program from which the user signed in, if known.
  public var origin = SessionOrigin()
}

extension IdentityService {
  /// The maximum number of sessions in one list.
  public static let maximumListedSessions = 100

  /// Returns an account's valid sessions, the most recently begun first.
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

  /// Ends a session, and all others that stem from the same authentication.
  ///
  /// - Throws: `INSUFFICIENT_PERMISSION`, `USER_NOT_FOUND`; `SESSION_NOT_FOUND` if it has ended.
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

  func good(of account: Account, limit: Int, _ caller: Caller) async throws(IdentityError)
    -> [RefreshSession]
  {
    let now = clock.now()
    let sessions = try await storing { () async throws(StoreError) in
      try await store.sessionsInUse(of: account.id, in: account.scope, limit: limit)
    }
    return sessions.filter { $0.isValid(for: account) && caller.project.sessions.allows($0, now: now) }
  }

  func name(of session: RefreshSession) -> String {
    Base64URL.encode(
      projects.authenticationCode(
        of: Base64URL.encode(session.familyHash), context: "session-name/\(session.scope.project)"))
  }
}
