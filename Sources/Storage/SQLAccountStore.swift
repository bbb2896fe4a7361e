import Identity

/// A store on an SQL database. The stored data does not depend on the database. A driver adds the code that opens the
/// database and runs statements in transactions.
package protocol SQLAccountStore: AccountStore, ActivityStore, AuditStore, DiagnosisStore, OutboxStore,
  WebhookLog
{
  associatedtype Connection: SQLConnection

  var projectCache: ProjectCache { get }
  var outboxLosses: OutboxLossObserver { get }

  /// Runs a body whose statements all see the same state of the database.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws(StoreError) -> Value

  /// Does the same as ``read(_:)`` for a body that looks up a few rows by key. It runs on the calling thread if that
  /// is faster than waiting for another thread.
  func lookUp<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws(StoreError) -> Value

  /// Does the same as ``lookUp(_:)`` for a body of one statement. One statement sees one state without a transaction.
  func lookUpOnce<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Value
  ) async throws(StoreError) -> Value

  /// Runs a body whose writes are committed together or not at all, and returns once they are durable. The body may
  /// be run more than once.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (StoreTransaction<Connection>) throws -> Value
  ) async throws(StoreError) -> Value
}

/// The limits of one call.
enum StoreLimits {
  /// The maximum number of accounts, records or tenants in one answer, and of rows of one kind that one sweep
  /// deletes.
  static let maximumRows = 10_000

  static func bounded(_ limit: Int) -> Int { max(0, min(limit, maximumRows)) }
}

extension SQLAccountStore {
  package func apply(_ writes: [StoreWrite]) async throws(StoreError) {
    guard !writes.isEmpty else { return }
    outboxLosses.report(try await write { transaction in try transaction.apply(writes) })
  }

  package func sweep(now: Instant, limit: Int) async throws(StoreError) -> Int {
    let limit = StoreLimits.bounded(limit)
    var count = 0
    for kind in SweptKind.allCases {
      let swept = try await write { transaction in try transaction.sweep(kind, now: now, limit: limit) }
      count += swept.count
      outboxLosses.report(swept.losses)
    }
    return count
  }

  package func projects() async throws(StoreError) -> [Project] {
    try await read { [projectCache] connection in
      try ProjectTable(connection: connection, cache: projectCache).projects()
    }
  }

  package func project(_ id: ProjectID) async throws(StoreError) -> Project? {
    try await lookUp { [projectCache] connection in
      try ProjectTable(connection: connection, cache: projectCache).project(id)
    }
  }

  package func project(apiKey: String) async throws(StoreError) -> Project? {
    try await lookUp { [projectCache] connection in
      try ProjectTable(connection: connection, cache: projectCache).project(apiKey: apiKey)
    }
  }

  package func tenant(_ id: TenantID, in project: ProjectID) async throws(StoreError) -> Tenant? {
    try await lookUp { connection in try TenantTable(connection: connection).tenant(id, in: project) }
  }

  package func tenants(
    in project: ProjectID, after: TenantID?, limit: Int
  ) async throws(StoreError) -> [Tenant] {
    let limit = StoreLimits.bounded(limit)
    return try await read { connection in
      try TenantTable(connection: connection).page(in: project, after: after, limit: limit)
    }
  }

  package func account(_ id: AccountID, in scope: Scope) async throws(StoreError) -> Account? {
    try await lookUpOnce { connection in try AccountTable(connection: connection).account(id, in: scope) }
  }

  package func account(
    _ id: AccountID, in scope: Scope, signedInAt moment: Instant
  ) async throws(StoreError) -> (account: Account, signInHasEnded: Bool)? {
    try await lookUpOnce { connection in
      try AccountTable(connection: connection).account(id, in: scope, signedInAt: moment)
    }
  }

  package func account(email: EmailAddress, in scope: Scope) async throws(StoreError) -> Account? {
    try await lookUpOnce { connection in
      try AccountTable(connection: connection).account(email: email, in: scope)
    }
  }

  package func accounts(spelling email: EmailAddress, in scope: Scope) async throws(StoreError) -> [Account] {
    // Most addresses have one spelling.
    guard email.hasOtherSpellings else { return [] }
    return try await lookUp { connection in
      try EmailSpellingTable(connection: connection).accounts(spelling: email, in: scope)
    }
  }

  package func accountsWithOtherSpellings(limit: Int) async throws(StoreError) -> [Account] {
    let limit = StoreLimits.bounded(limit)
    return try await read { connection in try EmailSpellingTable(connection: connection).all(limit: limit) }
  }

  package func account(phoneNumber: String, in scope: Scope) async throws(StoreError) -> Account? {
    try await lookUpOnce { connection in
      try AccountTable(connection: connection).account(phoneNumber: phoneNumber, in: scope)
    }
  }

  package func account(
    providerID: String, rawID: String, in scope: Scope
  ) async throws(StoreError) -> Account? {
    try await lookUpOnce { connection in
      try AccountTable(connection: connection).account(providerID: providerID, rawID: rawID, in: scope)
    }
  }

  package func account(passkey credentialID: [UInt8], in scope: Scope) async throws(StoreError) -> Account? {
    try await lookUpOnce { connection in
      try AccountTable(connection: connection).account(passkey: credentialID, in: scope)
    }
  }

  package func passkeyCounts(in scope: Scope) async throws(StoreError) -> [String: Int] {
    try await read { connection in try PasskeyTable(connection: connection).counts(in: scope) }
  }

  package func accountCount(in scope: Scope) async throws(StoreError) -> Int {
    try await read { connection in try AccountTable(connection: connection).count(in: scope) }
  }

  package func accountCount(in scope: Scope, upTo limit: Int) async throws(StoreError) -> Int {
    try await read { connection in try AccountTable(connection: connection).count(in: scope, upTo: limit) }
  }

  package func accounts(
    in scope: Scope, after: AccountID?, limit: Int
  ) async throws(StoreError) -> [Account] {
    let limit = StoreLimits.bounded(limit)
    return try await read { connection in
      try AccountTable(connection: connection).page(in: scope, after: after, limit: limit)
    }
  }

  package func accounts(
    in scope: Scope, orderedBy order: AccountOrder, offset: Int, limit: Int
  ) async throws(StoreError) -> [Account] {
    let limit = StoreLimits.bounded(limit)
    return try await read { connection in
      try AccountTable(connection: connection)
        .page(in: scope, orderedBy: order, offset: max(0, offset), limit: limit)
    }
  }

  package func accounts(
    matching search: AccountSearch, in scope: Scope, from place: AccountSearch.Place?,
    _ direction: AccountSearch.Direction, limit: Int
  ) async throws(StoreError) -> AccountSearch.Page {
    let limit = max(1, min(limit, AccountSearch.maximumPageSize))
    return try await read { connection in
      try AccountSearchTable(connection: connection, scope: scope, search: search)
        .page(from: place, direction, limit: limit)
    }
  }

  package func sessionsInUse(
    of id: AccountID, in scope: Scope, limit: Int
  ) async throws(StoreError) -> [RefreshSession] {
    let limit = StoreLimits.bounded(limit)
    return try await read { connection in
      try SessionTable(connection: connection).inUse(of: id, in: scope, limit: limit)
    }
  }

  package func session(
    tokenHash: [UInt8]
  ) async throws(StoreError) -> (session: RefreshSession, account: Account)? {
    try await lookUpOnce { connection in
      try AccountTable(connection: connection).session(tokenHash: tokenHash)
    }
  }

  package func artifact(
    tokenHash: [UInt8], purpose: String, now: Instant
  ) async throws(StoreError) -> Artifact? {
    try await lookUpOnce { connection in
      try ArtifactTable(connection: connection).artifact(tokenHash: tokenHash, purpose: purpose, now: now)
    }
  }

  package func remembers(_ key: ThrottleKey, now: Instant) async throws(StoreError) -> Bool {
    try await lookUpOnce { connection in try ThrottleTable(connection: connection).remembers(key, now: now) }
  }

  package func signingKeys(now: Instant) async throws(StoreError) -> [SigningKeyRecord] {
    try await lookUpOnce { connection in try SigningKeyTable(connection: connection).unretired(now: now) }
  }
}
