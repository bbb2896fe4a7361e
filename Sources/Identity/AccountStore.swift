/// Where accounts and everything that belongs to them are kept.
///
/// Decisions are made on what was read; ``apply(_:)`` then writes them all or none, and refuses when what
/// they were made on has changed. So no lock is held while deciding, and two nodes may decide at once: one
/// of them is told ``StoreError/conflict(_:)`` and decides anew.
///
/// An acknowledged write survives the loss of the process and of power. A read sees every write that was
/// acknowledged before it began. A failure of the database is thrown as ``StoreError/unavailable(_:)``: it is
/// never an empty answer.
public protocol AccountStore: Sendable {
  // MARK: Projects

  func projects() async throws(StoreError) -> [Project]
  func project(_ id: ProjectID) async throws(StoreError) -> Project?
  func project(apiKey: String) async throws(StoreError) -> Project?

  func tenant(_ id: TenantID, in project: ProjectID) async throws(StoreError) -> Tenant?

  /// Tenants whose id is greater than `after`, in the order of their ids.
  func tenants(in project: ProjectID, after: TenantID?, limit: Int) async throws(StoreError) -> [Tenant]

  // MARK: Accounts, each read consistent in itself

  func account(_ id: AccountID, in scope: Scope) async throws(StoreError) -> Account?
  /// The account of a user who signed in at a moment, and whether that sign-in was ended apart from the account's others:
  /// see ``StoreWrite/revokeSessionFamily(of:now:forgetAt:)``.
  func account(_ id: AccountID, in scope: Scope, signedInAt moment: Instant) async throws(StoreError)
    -> (account: Account, signInHasEnded: Bool)?
  /// The account with exactly these bytes as its address.
  func account(email: EmailAddress, in scope: Scope) async throws(StoreError) -> Account?
  /// Accounts whose address has this one as its normal form and is spelled in another way. They were stored before
  /// addresses were normalised; at most ten are answered.
  func accounts(spelling email: EmailAddress, in scope: Scope) async throws(StoreError) -> [Account]
  func account(phoneNumber: String, in scope: Scope) async throws(StoreError) -> Account?
  func account(providerID: String, rawID: String, in scope: Scope) async throws(StoreError) -> Account?
  /// The account that has the passkey of a credential ID.
  func account(passkey credentialID: [UInt8], in scope: Scope) async throws(StoreError) -> Account?
  /// How many passkeys the accounts of a scope have, by the RP ID that they were made for. It counts them all: for
  /// administrators.
  func passkeyCounts(in scope: Scope) async throws(StoreError) -> [String: Int]
  func accountCount(in scope: Scope) async throws(StoreError) -> Int
  /// Counts the accounts of a scope, and looks at no more than `limit` of them.
  func accountCount(in scope: Scope, upTo limit: Int) async throws(StoreError) -> Int

  /// Accounts of all scopes with an address that is not in normal form, in the order of scopes and ids.
  func accountsWithOtherSpellings(limit: Int) async throws(StoreError) -> [Account]

  /// Accounts whose id is greater than `after`, in the order of their ids.
  func accounts(in scope: Scope, after: AccountID?, limit: Int) async throws(StoreError) -> [Account]

  /// Accounts in some order, beginning with the one at `offset`. For administrators: but by id it looks at
  /// every account of the scope.
  func accounts(
    in scope: Scope, orderedBy order: AccountOrder, offset: Int, limit: Int
  ) async throws(StoreError) -> [Account]

  /// A page of the accounts that somebody looks for.
  ///
  /// At most ``AccountSearch/maximumCandidates`` accounts are looked at: where a filter lets few of them through, the
  /// page has fewer than `limit`, or none, and still says where to go on.
  ///
  /// - Parameter place: of a page before, of the same search; nil for where the list begins, and backward for where it
  ///   ends.
  func accounts(
    matching search: AccountSearch, in scope: Scope, from place: AccountSearch.Place?,
    _ direction: AccountSearch.Direction, limit: Int
  ) async throws(StoreError) -> AccountSearch.Page

  // MARK: Sessions, artifacts, keys

  /// The session and its account, read together. Nil when either is gone.
  func session(tokenHash: [UInt8]) async throws(StoreError) -> (session: RefreshSession, account: Account)?

  /// An account's sessions that have neither been used up, nor revoked, nor ended, those first that began last.
  /// Whether one is still good is for ``RefreshSession/isValid(for:)`` and ``SessionPolicy/allows(_:now:)`` to say.
  func sessionsInUse(of id: AccountID, in scope: Scope, limit: Int) async throws(StoreError)
    -> [RefreshSession]

  /// An artifact that has neither expired nor been consumed, of exactly this purpose. Reading consumes
  /// nothing: ``StoreWrite/consumeArtifact(tokenHash:purpose:scope:now:)`` does.
  func artifact(tokenHash: [UInt8], purpose: String, now: Instant) async throws(StoreError) -> Artifact?

  /// Whether ``StoreWrite/remember(_:until:now:)`` was written for a key, and has not expired.
  func remembers(_ key: ThrottleKey, now: Instant) async throws(StoreError) -> Bool

  /// All that are not retired before `now`, the oldest first.
  func signingKeys(now: Instant) async throws(StoreError) -> [SigningKeyRecord]

  // MARK: Writing

  /// Applies all writes in their order in one transaction, or none of them.
  ///
  /// - Throws: ``StoreError/conflict(_:)`` when a version is stale or something unique is taken,
  ///   ``StoreError/artifactGone`` and ``StoreError/alreadyRedeemed`` when a single use was used,
  ///   ``StoreError/attemptsExceeded(kind:retryAfter:)`` when something is tried too often,
  ///   ``StoreError/overloaded`` when too many writes wait, ``StoreError/unavailable(_:)`` when the database
  ///   fails.
  func apply(_ writes: [StoreWrite]) async throws(StoreError)

  /// Deletes what expired before `now`, at most `limit` rows of each kind, and says how many went. What was deleted
  /// stays so when it throws: each kind goes by itself, so that no writer waits long behind a sweep.
  func sweep(now: Instant, limit: Int) async throws(StoreError) -> Int

  func close() async
}

/// One write of a transaction.
public indirect enum StoreWrite: Sendable {
  /// Refused as ``StoreConflict/projectTaken`` when the id, the number or an API key is in use.
  case insertProject(Project)
  /// Refused as ``StoreConflict/stale`` unless `revision` is the stored one; stores `revision + 1`.
  case updateProject(Project)
  /// Writes nothing. Refused as ``ExclusiveName/conflict`` when another project, or a tenant of one, has the name. To be
  /// applied before the write that gives it to the project: of any number of projects that take one name at once, one
  /// gets it.
  case requireExclusive(ExclusiveName, of: ProjectID, now: Instant)
  /// Refused as ``StoreConflict/tenantTaken`` when the id is in use.
  case insertTenant(Tenant)
  /// Refused as ``StoreConflict/stale`` unless `revision` is the stored one; stores `revision + 1`.
  case updateTenant(Tenant)
  /// With everything in its scope: accounts, sessions, artifacts, redemptions, throttles, waiting messages, counts.
  /// Refused as ``StoreConflict/stale`` when it is not there.
  case deleteTenant(TenantID, ProjectID)
  /// Refused as ``StoreConflict/emailTaken`` when an account has the address, in whatever spelling.
  case insertAccount(Account)
  /// Refused as ``StoreConflict/stale`` unless `version` is the stored one; stores `version + 1`.
  ///
  /// `lastLoginAt` is stored as it was decided on: a sign-in of that very moment, which changes no version,
  /// may be missing from it.
  case updateAccount(Account)
  /// Stores `lastLoginAt` and `lastRefreshAt` alone. Refused as ``StoreConflict/stale`` unless `version` is the stored
  /// one, and leaves it as it is: a sign-in rests on what it read of the account, but nothing rests on when somebody
  /// else signed in, so that any number of devices may sign in to one account at the same moment.
  case recordSignIn(AccountID, Scope, version: Int64, at: Instant)
  /// Keeps the hashes of an account's sessions, and no more of them, as artifacts of the purpose
  /// ``RefreshSession/purposeOfDeletedAccounts``.
  case rememberSessions(AccountID, Scope, expiresAt: Instant, now: Instant)
  /// With its links, factors, passkeys and sessions. Refused as ``StoreConflict/stale`` when it is not there.
  case deleteAccount(AccountID, Scope)
  /// All accounts of a scope with their sessions, artifacts, throttles and waiting messages.
  case deleteAllAccounts(Scope)
  /// Where more than ``RefreshSession/maximumPerAccount`` sessions of the account are in use then, the oldest of
  /// them go.
  case insertSession(RefreshSession)
  /// Writes nothing. Refused as ``StoreConflict/signInEnded`` where
  /// ``StoreWrite/revokeSessionFamily(of:now:forgetAt:)`` ended what rests on a proof, which whoever has an ID
  /// token of it could go on with otherwise.
  case requireSignIn(AccountID, Scope, authenticatedAt: Instant)
  /// The account ends those that began before a moment, or all; `now` stands as the moment unless they had ended
  /// before. See ``StoreWrite/endSessions(of:createdBefore:now:)``.
  case endSessions(AccountID, Scope, createdBefore: Instant?, now: Instant, forgetAt: Instant)
  /// Uses a session's token up and stores the session under its successor: of any number of callers at once, one
  /// does, and the others are refused as ``StoreConflict/stale``. So are all when the session was revoked or
  /// ended. The check is the statement that uses the token up.
  case rotateSession(
    tokenHash: [UInt8], successor: RefreshSession, sealedSuccessor: [UInt8], now: Instant,
    forgetAt: Instant)
  /// Ends every session of the account that rests on the same proof as this one: the sign-in's own, under
  /// whichever token, and those that were opened from its ID tokens. They have ``RefreshSession/authenticatedAt``
  /// in common, of which an ID token keeps the second: another sign-in to the account in that very second ends,
  /// too. `now` stands as the moment unless they had ended so before.
  case revokeSessionFamily(of: RefreshSession, now: Instant, forgetAt: Instant)
  /// Notes that a session was used. Nothing when it has gone.
  case noteSessionUse(tokenHash: [UInt8], at: Instant, forgetAt: Instant?)
  case insertArtifact(Artifact)
  /// Check and consume in one statement: exactly one row of this hash, purpose and scope that has not
  /// expired must go, else ``StoreError/artifactGone``.
  case consumeArtifact(tokenHash: [UInt8], purpose: String, scope: Scope, now: Instant)
  /// Remembers one-time evidence. A key that is remembered and has not expired is
  /// ``StoreError/alreadyRedeemed``.
  case redeem(key: String, scope: Scope, expiresAt: Instant, now: Instant)
  /// Writes nothing. A key that is remembered and has not expired is ``StoreError/alreadyRedeemed``.
  case requireUnredeemed(key: String, scope: Scope, now: Instant)
  /// Counts one try at something that is done by a rule, as ``Throttle/count(_:now:)`` says, and refuses it as
  /// ``StoreError/attemptsExceeded(kind:retryAfter:)`` when the rule does. Check and count are one statement: of
  /// any number of callers at once, on any number of nodes, no more are let in than one after the other. Where
  /// one of several writes is refused, none of them is counted.
  case countTry(ThrottleKey, Throttle, now: Instant)
  /// Takes a try back that was counted by a rate, because it was none of what is counted. Nothing happens
  /// where nothing is counted any longer.
  case returnTry(ThrottleKey, Throttle)
  /// Forgets the tries of a key: the guess was right.
  case clearTries(ThrottleKey)
  /// Notes something under a key until a moment, for ``AccountStore/remembers(_:now:)``. One that is there
  /// is replaced.
  case remember(ThrottleKey, until: Instant, now: Instant)
  /// Puts a message into the outbox. Refused as ``StoreError/overloaded`` when `limit` messages of its project
  /// and channel wait there; where transactions run beside each other, some more may get in.
  case insertMessage(OutboxEntry, limit: Int)
  /// As ``StoreWrite/insertMessage(_:limit:)``, but where too many wait, the message is left out instead, as an
  /// ``OutboxLoss``.
  case insertMessageIfRoom(OutboxEntry, limit: Int)
  /// Takes a message out, whoever claimed it: it was delivered or given up. One that is gone is no error.
  case deleteMessage(id: String)
  /// Gives a claimed message back, to be tried at a later moment. Nothing happens when the claim is not
  /// `lease` any more: somebody else has it now.
  ///
  /// - Parameter isAttempt: false if nothing was tried: ``OutboxEntry/attempts`` becomes what it was before the claim.
  case postponeMessage(id: String, lease: String, until: Instant, isAttempt: Bool = true)
  /// Replaces what a waiting message is sealed in, and nothing else of it. Nothing happens unless `from` is
  /// stored: it was delivered, or somebody else was faster.
  case resealMessage(id: String, from: [UInt8], to: [UInt8])
  /// Appends to the chain of the event's project; see ``AuditStore``.
  case appendAudit(AuditEvent)
  case insertDiagnosis(DiagnosisRecord)
  /// Adds to what was counted. Each begins with an hour; it counts for the day, and what a tenant has counts for its
  /// project, too. Any number of nodes may add to the same hour at once.
  case countActivity([ActivityCount])
  case insertSigningKey(SigningKeyRecord)
  /// Refused as ``StoreConflict/stale`` when it is not there, or has an earlier end already.
  case updateSigningKey(SigningKeyRecord)
  /// Replaces what a private key is sealed in, and nothing else of the key. Refused as
  /// ``StoreConflict/stale`` unless `from` is stored.
  case resealSigningKey(String, from: [UInt8], to: [UInt8])
}

public enum StoreError: Error, Sendable {
  case conflict(StoreConflict)
  case artifactGone
  case alreadyRedeemed
  /// Something is tried too often.
  ///
  /// - Parameters:
  ///   - kind: of the key that was refused.
  ///   - retryAfter: seconds until the next try may be let in, at least 1.
  case attemptsExceeded(kind: String, retryAfter: Int)
  /// Too many writes wait; nothing was written, and a later try may succeed.
  case overloaded
  /// The database failed; the text is for the log.
  case unavailable(String)
}

public enum StoreConflict: Sendable, Equatable {
  /// What the decision was made on has changed since.
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
  /// A refresh token of the sign-in was presented twice, or an administrator ended it.
  case signInEnded
}

extension StoreWrite {
  /// Seconds for which a session is remembered that was revoked, or whose account was deleted, so that its
  /// holder is told so and not that it never was.
  static let memoryOfRevokedSessions = SessionPolicy.memory

  /// Deletes an account, and remembers for a while that its sessions were of one.
  public static func deletion(of account: Account, now: Instant) -> [StoreWrite] {
    [
      .rememberSessions(
        account.id, account.scope, expiresAt: now.adding(seconds: memoryOfRevokedSessions), now: now),
      .deleteAccount(account.id, account.scope),
    ]
  }

  /// Ends an account's sessions. To be applied with every revocation, before a session that is to live on:
  /// ``Account/validSince`` says nothing of one that began while the clock was ahead.
  ///
  /// - Parameter moment: nil for all.
  public static func endSessions(of account: Account, createdBefore moment: Instant? = nil, now: Instant)
    -> StoreWrite
  {
    .endSessions(
      account.id, account.scope, createdBefore: moment, now: now,
      forgetAt: now.adding(seconds: memoryOfRevokedSessions))
  }
}
