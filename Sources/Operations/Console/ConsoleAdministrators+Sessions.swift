import Identity
import IdentityWire
import Secrets
import Tokens

/// A session of the console.
public struct ConsoleSession: Sendable {
  /// Seconds for which a proof of the administrator's identity allows an owner's actions.
  public static let proofLifetime: Int64 = 5 * 60

  public let administrator: ConsoleAdministrator
  /// True if the session began with a second factor, or with the OpenID provider. Other sessions only allow the
  /// enrolment of a second factor.
  public let isComplete: Bool
  /// The time when the administrator last proved who they are.
  public let provedAt: Instant

  /// True if the proof is recent enough for an owner's actions.
  public func isProved(now: Instant) -> Bool { now < provedAt.adding(seconds: Self.proofLifetime) }
}

/// One of an administrator's sessions, in a list.
public struct ConsoleSessionEntry: Sendable, Equatable {
  /// Identifies the session in a list. It gives no access.
  public let name: String
  public let isByOpenID: Bool
  public let begunAt: Instant
  public let lastSeenAt: Instant
  /// The network and program from which the administrator signed in.
  public let origin: SessionOrigin
  /// True for the session that requested the list.
  public let isCurrent: Bool
}

extension ConsoleAdministrators {
  public var now: Instant { service.clock.now() }

  /// Returns the session of a token; nil if it has ended or expired, or its account is no longer an
  /// administrator's. It is read from the database each time, so that a revocation takes effect at once.
  public func session(_ token: String) async throws(IdentityError) -> ConsoleSession? {
    guard let project = try await project(), let found = try await stored(token) else { return nil }
    let now = service.clock.now()
    let (session, account) = found
    guard session.rotation == nil, session.isValid(for: account), project.sessions.allows(session, now: now),
      let administrator = ConsoleAdministrator(account)
    else { return nil }
    let isByOpenID = session.signIn.provider == ConsoleOpenID.providerID
    if isByOpenID {
      guard administrator.hasOpenID, ConsoleOpenID(project) != nil else { return nil }
    } else if let factor = session.signIn.secondFactor {
      guard account.factor(factor.enrollmentID) != nil else { return nil }
    } else {
      guard account.factors.isEmpty else { return nil }
    }
    if let note = project.sessions.note(of: session, now: now) {
      try await service.storing { () async throws(StoreError) in
        try await service.store.apply([
          .noteSessionUse(tokenHash: session.tokenHash, at: note.usedAt, forgetAt: note.forgetAt)
        ])
      }
    }
    return ConsoleSession(
      administrator: administrator, isComplete: isByOpenID || session.signIn.secondFactor != nil,
      provedAt: min(session.signIn.provedAtConsole ?? session.authenticatedAt, session.authenticatedAt))
  }

  /// Proves the identity of a session's administrator again, with the password and a one-time password.
  ///
  /// - Returns: the token of a new session, which replaces the previous one.
  /// - Throws: the errors of signing in; `INVALID_LOGIN_CREDENTIALS` also if there is no session.
  public func prove(session token: String, password: String, code: String, _ client: ClientDetails)
    async throws(IdentityError) -> String
  {
    guard let email = try await session(token)?.administrator.email else {
      throw .refused(.invalidLoginCredentials)
    }
    switch try await signIn(email: email, password: password, client) {
    case .enrolment(let session):
      try await signOut(session, client)
      throw .refused(.invalidLoginCredentials)
    case .code(let credential, let factor):
      let new = try await finishSignIn(credential: credential, factor: factor, code: code, client)
      try await signOut(token, client)
      return new
    }
  }

  /// Ends a session, and everything else that began with the same sign-in. Does nothing if there is no
  /// session.
  public func signOut(_ token: String, _ client: ClientDetails) async throws(IdentityError) {
    guard let project = try await project(), let (session, account) = try await stored(token) else { return }
    var caller = caller(project, client)
    caller.authority = .administrator
    caller.administratorName = account.email?.text
    let now = service.clock.now()
    try await service.audited(.signOut, caller) { () async throws(IdentityError) in
      AuditContext.current.trail?.noteSubject(account.id)
      try await service.storing { () async throws(StoreError) in
        try await service.store.apply([Self.end(of: session, now: now)])
      }
    }
  }

  // MARK: Lists

  /// Returns an administrator's sessions, the most recently begun first.
  ///
  /// - Parameter token: the token of the session that requests the list, if it is one of the sessions.
  /// - Throws: `USER_NOT_FOUND`.
  public func sessions(of id: AccountID, current token: String? = nil) async throws(IdentityError)
    -> [ConsoleSessionEntry]
  {
    let caller = try await administratorCaller()
    let account = try await account(id)
    let current = try await family(of: token)
    return try await service.good(of: account, limit: IdentityService.maximumListedSessions, caller)
      .map { session in
        ConsoleSessionEntry(
          name: service.name(of: session), isByOpenID: session.signIn.provider == ConsoleOpenID.providerID,
          begunAt: session.authenticatedAt, lastSeenAt: session.usedAt, origin: session.origin,
          isCurrent: session.familyHash == current)
      }
  }

  /// Ends one of an administrator's sessions.
  ///
  /// - Throws: `USER_NOT_FOUND`; `SESSION_NOT_FOUND` if it has ended.
  public func endSession(_ name: String, of id: AccountID) async throws(IdentityError) {
    let caller = try await administratorCaller()
    let account = try await account(id)
    AuditContext.current.trail?.noteSubject(id)
    let sessions = try await service.good(of: account, limit: RefreshSession.maximumPerAccount, caller)
    guard let session = sessions.first(where: { constantTimeEqual(service.name(of: $0), name) }) else {
      throw .refused(.sessionNotFound, "The session has ended.")
    }
    try await end([session])
  }

  /// Ends all of an administrator's sessions except one.
  ///
  /// - Parameter token: the token of the session that stays; nil to end all.
  /// - Throws: `USER_NOT_FOUND`.
  public func endSessions(of id: AccountID, except token: String? = nil) async throws(IdentityError) {
    let caller = try await administratorCaller()
    let account = try await account(id)
    AuditContext.current.trail?.noteSubject(id)
    guard let staying = try await family(of: token) else {
      return try await change { _, accounts in
        guard var account = accounts.first(where: { $0.id == id }) else {
          throw IdentityError.refused(.userNotFound)
        }
        return endingSessions(of: &account)
      }
    }
    let sessions = try await service.good(of: account, limit: RefreshSession.maximumPerAccount, caller)
    try await end(sessions.filter { $0.familyHash != staying })
  }

  // MARK: -

  /// Revokes the account's tokens and ends its sessions. Returns the writes for this.
  func endingSessions(of account: inout Account) -> [StoreWrite] {
    let now = service.clock.now()
    account.revokeTokens(now: now)
    return [.updateAccount(account), .endSessions(of: account, now: now)]
  }

  func stored(_ token: String) async throws(IdentityError) -> (RefreshSession, Account)? {
    guard let hash = RefreshToken.hash(ofPresented: token) else { return nil }
    let found = try await service.storing { () async throws(StoreError) in
      try await service.store.session(tokenHash: hash)
    }
    guard let found, found.session.scope == Scope(project: .console) else { return nil }
    return found
  }

  static func end(of session: RefreshSession, now: Instant) -> StoreWrite {
    .revokeSessionFamily(of: session, now: now, forgetAt: now.adding(seconds: SessionPolicy.memory))
  }

  private func end(_ sessions: [RefreshSession]) async throws(IdentityError) {
    guard !sessions.isEmpty else { return }
    let now = service.clock.now()
    try await service.storing { () async throws(StoreError) in
      try await service.store.apply(sessions.map { Self.end(of: $0, now: now) })
    }
  }

  private func family(of token: String?) async throws(IdentityError) -> [UInt8]? {
    guard let token else { return nil }
    return try await stored(token)?.0.familyHash
  }

  private func administratorCaller() async throws(IdentityError) -> Caller {
    Caller(project: try await requireProject(), authority: .administrator)
  }
}
