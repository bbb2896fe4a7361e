/// The store of accounts and everything that belongs to them.
///
/// A caller decides on facts that it has read. ``StoreWriter/apply(_:)`` then writes all of the decision or none of it.
/// It refuses the decision if the facts have changed since they were read. So no lock is held during a decision. If two
/// nodes decide at once, one of them gets ``StoreError/conflict(_:)`` and decides again.
///
/// An acknowledged write survives a crash of the process and a loss of power. A read sees every write that was
/// acknowledged before it began. A failure of the database is thrown as ``StoreError/unavailable(_:)``, and never
/// appears as an empty answer.
public protocol AccountStore: StoreWriter {
  // MARK: Projects

  func projects() async throws(StoreError) -> [Project]
  func project(_ id: ProjectID) async throws(StoreError) -> Project?
  func project(apiKey: String) async throws(StoreError) -> Project?

  func tenant(_ id: TenantID, in project: ProjectID) async throws(StoreError) -> Tenant?

  /// Tenants whose id is greater than `after`, in the order of their ids.
  func tenants(in project: ProjectID, after: TenantID?, limit: Int) async throws(StoreError) -> [Tenant]

  // MARK: Accounts (each read is consistent in itself)

  func account(_ id: AccountID, in scope: Scope) async throws(StoreError) -> Account?
  /// The account of a user who signed in at a given moment. Also says whether an administrator or a replay ended that
  /// sign-in: see ``StoreWrite/revokeSessionFamily(of:now:forgetAt:)``.
  func account(_ id: AccountID, in scope: Scope, signedInAt moment: Instant) async throws(StoreError)
    -> (account: Account, signInHasEnded: Bool)?
  /// The account with exactly these bytes as its address.
  func account(email: EmailAddress, in scope: Scope) async throws(StoreError) -> Account?
  /// Accounts whose address is another spelling of this one and has this one as its normal form. Such accounts were
  /// stored before addresses were normalised. Returns at most ten.
  func accounts(spelling email: EmailAddress, in scope: Scope) async throws(StoreError) -> [Account]
  func account(phoneNumber: String, in scope: Scope) async throws(StoreError) -> Account?
  func account(providerID: String, rawID: String, in scope: Scope) async throws(StoreError) -> Account?
  /// The account that has the passkey of a credential ID.
  func account(passkey credentialID: [UInt8], in scope: Scope) async throws(StoreError) -> Account?
  /// The number of passkeys in a scope by RP ID. The query reads all passkeys, so it is only for administrators.
  func passkeyCounts(in scope: Scope) async throws(StoreError) -> [String: Int]
  func accountCount(in scope: Scope) async throws(StoreError) -> Int
  /// Counts the accounts of a scope, but reads at most `limit` of them.
  func accountCount(in scope: Scope, upTo limit: Int) async throws(StoreError) -> Int

  /// Accounts of all scopes whose address is not in normal form, ordered by scope and id.
  func accountsWithOtherSpellings(limit: Int) async throws(StoreError) -> [Account]

  /// Accounts whose id is greater than `after`, in the order of their ids.
  func accounts(in scope: Scope, after: AccountID?, limit: Int) async throws(StoreError) -> [Account]

  /// Accounts in a given order, starting at `offset`. The query is only for administrators: every order except by id
  /// reads all accounts of the scope.
  func accounts(
    in scope: Scope, orderedBy order: AccountOrder, offset: Int, limit: Int
  ) async throws(StoreError) -> [Account]

  /// A page of the accounts that match a search.
  ///
  /// At most ``AccountSearch/maximumCandidates`` accounts are read. If few of them pass the filter, the page has fewer
  /// than `limit` accounts, or none, and still says where to continue.
  ///
  /// - Parameter place: a place from an earlier page of the same search. Nil starts at the list's beginning, or at
  ///   its end if the direction is backward.
  func accounts(
    matching search: AccountSearch, in scope: Scope, from place: AccountSearch.Place?,
    _ direction: AccountSearch.Direction, limit: Int
  ) async throws(StoreError) -> AccountSearch.Page

  // MARK: Sessions, artifacts, keys

  /// The session and its account, read together. Nil if the session or the account no longer exists.
  func session(tokenHash: [UInt8]) async throws(StoreError) -> (session: RefreshSession, account: Account)?

  /// An account's sessions that were neither rotated, revoked nor ended, the newest first.
  /// ``RefreshSession/isValid(for:)`` and ``SessionPolicy/allows(_:now:)`` say whether a session is still valid.
  func sessionsInUse(of id: AccountID, in scope: Scope, limit: Int) async throws(StoreError)
    -> [RefreshSession]

  /// An artifact of exactly this purpose that has neither expired nor been consumed. Reading does not consume it: use
  /// ``StoreWrite/consumeArtifact(tokenHash:purpose:scope:now:)`` for that.
  func artifact(tokenHash: [UInt8], purpose: String, now: Instant) async throws(StoreError) -> Artifact?

  /// True if ``StoreWrite/remember(_:until:now:)`` was written for a key and that entry has not expired.
  func remembers(_ key: ThrottleKey, now: Instant) async throws(StoreError) -> Bool

  /// All signing keys that are not retired before `now`, the oldest first.
  func signingKeys(now: Instant) async throws(StoreError) -> [SigningKeyRecord]

  // MARK: Keeping

  /// Deletes rows that expired before `now`, at most `limit` rows of each kind, and returns the number of deleted rows.
  /// Each kind is deleted in its own transaction, so that no writer waits long. If a deletion throws, earlier deletions
  /// stay.
  func sweep(now: Instant, limit: Int) async throws(StoreError) -> Int

  func close() async
}

/// One write of a transaction.
public indirect enum StoreWrite: Sendable {
  /// Refused as ``StoreConflict/projectTaken`` if the id, the number or an API key is in use.
  case insertProject(Project)
  /// Refused as ``StoreConflict/stale`` unless `revision` is the stored revision. Stores `revision + 1`.
  case updateProject(Project)
  /// Writes nothing. Refused as ``ExclusiveName/conflict`` if another project, or a tenant of another project, has the
  /// name. Apply it before the write that gives the project the name. If several projects request one name at once,
  /// exactly one project gets the name.
  case requireExclusive(ExclusiveName, of: ProjectID, now: Instant)
  /// Refused as ``StoreConflict/tenantTaken`` if the id is in use.
  case insertTenant(Tenant)
  /// Refused as ``StoreConflict/stale`` unless `revision` is the stored revision. Stores `revision + 1`.
  case updateTenant(Tenant)
  /// Deletes a tenant with everything in its scope: accounts, sessions, artifacts, redemptions, throttles, waiting
  /// messages, counts. Refused as ``StoreConflict/stale`` if the tenant does not exist.
  case deleteTenant(TenantID, ProjectID)
  /// Refused as ``StoreConflict/emailTaken`` if an account has the address in any spelling.
  case insertAccount(Account)
  /// Refused as ``StoreConflict/stale`` unless `version` is the stored version. Stores `version + 1`.
  ///
  /// Stores `lastLoginAt` from the decision. A concurrent sign-in does not change the version, so its time may be lost.
  case updateAccount(Account)
  /// Stores only `lastLoginAt` and `lastRefreshAt`. Refused as ``StoreConflict/stale`` unless `version` is the stored
  /// version. The version does not change, because no decision depends on the time of another sign-in. So any number of
  /// devices may sign in to one account at the same moment.
  case recordSignIn(AccountID, Scope, version: Int64, at: Instant)
  /// Keeps only the hashes of an account's sessions, as artifacts of the purpose
  /// ``RefreshSession/purposeOfDeletedAccounts``.
  case rememberSessions(AccountID, Scope, expiresAt: Instant, now: Instant)
  /// Deletes an account with its links, factors, passkeys and sessions. Refused as ``StoreConflict/stale`` if the
  /// account does not exist.
  case deleteAccount(AccountID, Scope)
  /// Deletes all accounts of a scope with their sessions, artifacts, throttles and waiting messages.
  case deleteAllAccounts(Scope)
  /// Inserts a session. If the account then has more than ``RefreshSession/maximumPerAccount`` sessions in use, the
  /// oldest are deleted.
  case insertSession(RefreshSession)
  /// Writes nothing. Refused as ``StoreConflict/signInEnded`` if ``StoreWrite/revokeSessionFamily(of:now:forgetAt:)``
  /// ended the sign-in. Otherwise, a person could continue the ended sign-in with its ID token.
  case requireSignIn(AccountID, Scope, authenticatedAt: Instant)
  /// Ends an account's sessions that began before a moment, or all its sessions. Records `now` as their end, except for
  /// sessions that had already ended. See ``StoreWrite/endSessions(of:createdBefore:now:)``.
  case endSessions(AccountID, Scope, createdBefore: Instant?, now: Instant, forgetAt: Instant)
  /// Consumes a session's token and stores the session under its next token. If several callers do this at once, one
  /// caller succeeds and the others are refused as ``StoreConflict/stale``. All callers are refused if the session was
  /// revoked or has ended. The statement that consumes the token also does this check.
  case rotateSession(
    tokenHash: [UInt8], successor: RefreshSession, sealedSuccessor: [UInt8], now: Instant,
    forgetAt: Instant)
  /// Ends every session of the account that began with the same proof: the sign-in's own session, under any token, and
  /// the sessions opened with its ID tokens. These sessions share ``RefreshSession/authenticatedAt``. An ID token gives
  /// the time of its sign-in in whole seconds, so another sign-in to the account in the same second ends, too. Records
  /// `now` as the end, except for sessions that had already ended this way.
  case revokeSessionFamily(of: RefreshSession, now: Instant, forgetAt: Instant)
  /// Records that a session was used. Does nothing if the session no longer exists.
  case noteSessionUse(tokenHash: [UInt8], at: Instant, forgetAt: Instant?)
  case insertArtifact(Artifact)
  /// Checks and consumes an artifact in one statement. Throws ``StoreError/artifactGone`` unless exactly one unexpired
  /// row of this hash, purpose and scope is deleted.
  case consumeArtifact(tokenHash: [UInt8], purpose: String, scope: Scope, now: Instant)
  /// Records that one-time evidence was used. Throws ``StoreError/alreadyRedeemed`` if the key is recorded and has not
  /// expired.
  case redeem(key: String, scope: Scope, expiresAt: Instant, now: Instant)
  /// Writes nothing. Throws ``StoreError/alreadyRedeemed`` if the key is recorded and has not expired.
  case requireUnredeemed(key: String, scope: Scope, now: Instant)
  /// Counts one try under a rule, as ``Throttle/count(_:now:)`` describes. Throws
  /// ``StoreError/attemptsExceeded(kind:retryAfter:)`` if the rule refuses the try. One statement checks and counts, so
  /// concurrent callers on any number of nodes get no more tries than consecutive callers. If one write of a
  /// transaction is refused, the transaction counts no try.
  case countTry(ThrottleKey, Throttle, now: Instant)
  /// Removes a try that a rate counted, because its action did not happen. Does nothing if the count has expired.
  case returnTry(ThrottleKey, Throttle)
  /// Deletes the counted tries of a key, after a right guess.
  case clearTries(ThrottleKey)
  /// Remembers a key until a moment, for ``AccountStore/remembers(_:now:)``. Replaces an existing entry.
  case remember(ThrottleKey, until: Instant, now: Instant)
  /// Adds a message to the outbox. Refused as ``StoreError/overloaded`` if `limit` messages of its project and channel
  /// wait there. Concurrent transactions may exceed the limit by a few messages.
  case insertMessage(OutboxEntry, limit: Int)
  /// Adds a message as ``StoreWrite/insertMessage(_:limit:)`` does. If too many messages wait, drops the message and
  /// reports an ``OutboxLoss``.
  case insertMessageIfRoom(OutboxEntry, limit: Int)
  /// Removes a message that was delivered or given up, even if another process claimed it. A missing message is not an
  /// error.
  case deleteMessage(id: String)
  /// Returns a claimed message to the outbox, to be tried again later. Does nothing if `lease` is no longer the
  /// message's lease: another node has claimed the message.
  ///
  /// - Parameter isAttempt: false if no delivery was tried. ``OutboxEntry/attempts`` then returns to its value before
  ///   the claim.
  case postponeMessage(id: String, lease: String, until: Instant, isAttempt: Bool = true)
  /// Replaces only the sealed content of a waiting message. Does nothing unless the stored content is `from`:
  /// otherwise, the message was delivered, or another node has already resealed it.
  case resealMessage(id: String, from: [UInt8], to: [UInt8])
  /// Appends to the chain of the event's project; see ``AuditStore``.
  case appendAudit(AuditEvent)
  case insertDiagnosis(DiagnosisRecord)
  /// Adds to the activity counts. Each count covers one hour, and is also added to the count of the day. A tenant's
  /// count is also added to its project's count. Several nodes may add to the same hour at once.
  case countActivity([ActivityCount])
  case insertSigningKey(SigningKeyRecord)
  /// Refused as ``StoreConflict/stale`` if the key does not exist or already has an earlier end.
  case updateSigningKey(SigningKeyRecord)
  /// Replaces only the sealed private key. Refused as ``StoreConflict/stale`` unless the stored key is `from`.
  case resealSigningKey(String, from: [UInt8], to: [UInt8])
}

public enum StoreError: Error, Sendable {
  case conflict(StoreConflict)
  case artifactGone
  case alreadyRedeemed
  /// Too many tries were made.
  ///
  /// - Parameters:
  ///   - kind: the kind of the key that was refused.
  ///   - retryAfter: seconds until the next try may be allowed, at least 1.
  case attemptsExceeded(kind: String, retryAfter: Int)
  /// Too many writes wait. Nothing was written, and a retry may succeed.
  case overloaded
  /// The database failed; the text is for the log.
  case unavailable(String)
}

public enum StoreConflict: Sendable, Equatable {
  /// The facts of the decision have changed since they were read.
  case stale
  case accountIDTaken
  case emailTaken
  case phoneNumberTaken
  case providerLinkTaken
  case passkeyTaken
  case projectTaken
  case tenantTaken
  /// See ``ExclusiveName``.
  case tokenIssuerTaken
  case relyingPartyIDTaken
  /// A refresh token of the sign-in was presented twice, or an administrator ended the sign-in.
  case signInEnded
}

extension StoreWrite {
  /// The number of seconds for which a revoked session, or a session of a deleted account, is remembered. During this
  /// time, the session's client learns that the session ended, and not that the session is unknown.
  static let memoryOfRevokedSessions = SessionPolicy.memory

  /// Deletes an account, and remembers for a while that its sessions existed.
  public static func deletion(of account: Account, now: Instant) -> [StoreWrite] {
    [
      .rememberSessions(
        account.id, account.scope, expiresAt: now.adding(seconds: memoryOfRevokedSessions), now: now),
      .deleteAccount(account.id, account.scope),
    ]
  }

  /// Ends an account's sessions. Apply it with every revocation, and before you insert a session that must remain
  /// valid. ``Account/validSince`` alone does not end a session that began while the clock was ahead.
  ///
  /// - Parameter moment: ends only sessions that began before this moment. Nil ends all sessions.
  public static func endSessions(of account: Account, createdBefore moment: Instant? = nil, now: Instant)
    -> StoreWrite
  {
    .endSessions(
      account.id, account.scope, createdBefore: moment, now: now,
      forgetAt: now.adding(seconds: memoryOfRevokedSessions))
  }
}
