import Identity

/// Applies writes on a connection. The caller begins and ends the transaction.
///
/// - Throws: the ``StoreError`` cases that the store protocols document, or ``SQLFailure`` for errors of the database.
///   After either error, the transaction must be rolled back.
package struct StoreTransaction<Connection: SQLConnection> {
  let connection: Connection
  let projectCache: ProjectCache

  /// - Returns: the messages that the outbox lost.
  @discardableResult
  func apply(_ writes: [StoreWrite]) throws -> [OutboxLoss] {
    if Connection.hasWritersBeside { try AccountLocks(for: writes).take(on: connection) }
    var inserted: Set<AccountID> = []
    var losses: [OutboxLoss] = []
    for write in writes {
      switch write {
      case .insertAccount(let account): inserted.insert(account.id)
      case .insertSession(let session) where inserted.contains(session.accountID):
        // This is the new account's first session, so there is no older session to delete.
        try sessions.insert(session)
        continue
      default: break
      }
      try apply(write, &losses)
    }
    return losses
  }

  /// Deletes expired rows of one kind, at most `limit`, and returns their number and the messages that the outbox
  /// lost.
  func sweep(_ kind: SweptKind, now: Instant, limit: Int) throws -> (count: Int, losses: [OutboxLoss]) {
    switch kind {
    case .artifacts: return (try artifacts.sweep(now: now, limit: limit), [])
    case .redemptions: return (try redemptions.sweep(now: now, limit: limit), [])
    case .sessions: return (try sessions.sweep(now: now, limit: limit), [])
    case .diagnoses:
      let trimmed = try diagnoses.trim(keepingOfEachProject: DiagnosisRecord.maximumCount, limit: limit)
      return (try trimmed + diagnoses.sweep(now: now, limit: limit - trimmed), [])
    case .throttles: return (try throttles.sweep(now: now, limit: limit), [])
    case .messages: return try outbox.sweep(now: now, limit: limit)
    }
  }

  private func apply(_ write: StoreWrite, _ losses: inout [OutboxLoss]) throws {
    switch write {
    case .insertProject(let project): try projects.insert(project)
    case .updateProject(let project): try projects.update(project)
    case .requireExclusive(let name, let project, let now):
      try projects.requireExclusive(name, of: project, tenants, now: now)
    case .insertTenant(let tenant): try tenants.insert(tenant)
    case .updateTenant(let tenant): try tenants.update(tenant)
    case .deleteTenant(let id, let project):
      let scope = Scope(project: project, tenant: id)
      try tenants.delete(id, in: project)
      try deleteAllAccounts(in: scope)
      try artifacts.deleteAll(in: scope)
      try redemptions.deleteAll(in: scope)
      try throttles.deleteAll(in: scope)
      losses += try outbox.deleteAll(in: scope)
      try activity.deleteAll(in: scope)
    case .insertAccount(let account): try accounts.insert(account)
    case .updateAccount(let account): try accounts.update(account)
    case .recordSignIn(let id, let scope, let version, let moment):
      try accounts.recordSignIn(id, in: scope, version: version, at: moment)
    case .rememberSessions(let id, let scope, let expiresAt, let now):
      try artifacts.insertSessions(of: id, in: scope, expiresAt: expiresAt, now: now)
    case .deleteAccount(let id, let scope): try accounts.delete(id, in: scope)
    case .deleteAllAccounts(let scope):
      try deleteAllAccounts(in: scope)
      try artifacts.deleteAll(in: scope)
      try throttles.deleteAll(in: scope)
      losses += try outbox.deleteAll(in: scope)
    case .insertSession(let session): try sessions.begin(session)
    case .requireSignIn(let id, let scope, let moment):
      try sessions.requireSignIn(of: id, in: scope, authenticatedAt: moment)
    case .endSessions(let id, let scope, let moment, let now, let forgetAt):
      try sessions.end(of: id, in: scope, createdBefore: moment, now: now, forgetAt: forgetAt)
    case .rotateSession(let tokenHash, let successor, let sealedSuccessor, let now, let forgetAt):
      try sessions.rotate(
        tokenHash, to: successor, sealedSuccessor: sealedSuccessor, now: now, forgetAt: forgetAt)
    case .revokeSessionFamily(let session, let now, let forgetAt):
      try sessions.revokeFamily(of: session, now: now, forgetAt: forgetAt)
    case .noteSessionUse(let tokenHash, let moment, let forgetAt):
      try sessions.noteUse(tokenHash, at: moment, forgetAt: forgetAt)
    case .insertArtifact(let artifact): try artifacts.insert(artifact)
    case .consumeArtifact(let tokenHash, let purpose, let scope, let now):
      try artifacts.consume(tokenHash: tokenHash, purpose: purpose, scope: scope, now: now)
    case .redeem(let key, let scope, let expiresAt, let now):
      try redemptions.redeem(key: key, scope: scope, expiresAt: expiresAt, now: now)
    case .requireUnredeemed(let key, let scope, let now):
      try redemptions.requireUnredeemed(key: key, scope: scope, now: now)
    case .countTry(let key, let throttle, let now): try throttles.count(key, throttle, now: now)
    case .returnTry(let key, let throttle): try throttles.returnTry(key, throttle)
    case .clearTries(let key): try throttles.clear(key)
    case .remember(let key, let end, let now): try throttles.remember(key, until: end, now: now)
    case .insertMessage(let entry, let limit): try outbox.insert(entry, limit: limit)
    case .insertMessageIfRoom(let entry, let limit):
      losses += try outbox.insertIfRoom(entry, limit: limit)
    case .deleteMessage(let id): try outbox.delete(id)
    case .postponeMessage(let id, let lease, let moment, let isAttempt):
      try outbox.postpone(id, lease: lease, until: moment, isAttempt: isAttempt)
    case .resealMessage(let id, let old, let new): try outbox.reseal(id, from: old, to: new)
    case .appendAudit(let event): try audit.append(event)
    case .insertDiagnosis(let record): try diagnoses.insert(record)
    case .countActivity(let counts): try activity.add(counts)
    case .insertSigningKey(let key): try signingKeys.insert(key)
    case .updateSigningKey(let key): try signingKeys.update(key)
    case .resealSigningKey(let keyID, let old, let new): try signingKeys.reseal(keyID, from: old, to: new)
    }
  }

  /// Deletes all accounts. If a sign-in is committed between two statements, the transaction is run again.
  private func deleteAllAccounts(in scope: Scope) throws {
    do {
      try accounts.deleteAll(in: scope)
    } catch SQLFailure.foreignKeyViolation {
      throw SQLFailure.transactionAborted
    }
  }

  private var projects: ProjectTable<Connection> { .init(connection: connection, cache: projectCache) }
  private var tenants: TenantTable<Connection> { .init(connection: connection) }
  private var throttles: ThrottleTable<Connection> { .init(connection: connection) }
  private var outbox: OutboxTable<Connection> { .init(connection: connection) }
  private var accounts: AccountTable<Connection> { .init(connection: connection) }
  private var sessions: SessionTable<Connection> { .init(connection: connection) }
  var audit: AuditTable<Connection> { .init(connection: connection) }
  var webhooks: WebhookAttemptTable<Connection> { .init(connection: connection) }
  private var activity: ActivityTable<Connection> { .init(connection: connection) }
  private var diagnoses: DiagnosisTable<Connection> { .init(connection: connection) }
  private var artifacts: ArtifactTable<Connection> { .init(connection: connection) }
  private var redemptions: RedemptionTable<Connection> { .init(connection: connection) }
  private var signingKeys: SigningKeyTable<Connection> { .init(connection: connection) }
}

/// The kinds of rows that a sweep deletes. Each kind is swept in its own transaction, so that writers wait less.
enum SweptKind: CaseIterable, Sendable {
  case artifacts, redemptions, sessions, diagnoses, throttles, messages
}
