import Identity
import Secrets

/// A store that records writes in the audit log, in the same transaction. No change of an account, a project, a
/// tenant or a key can go unrecorded. ``AuditContext/current`` names the person or system that made the change.
public struct AuditedStore: AccountStore {
  private let inner: any AccountStore
  private let box: SecretBox
  private let clock: any WallClock
  private let random: any RandomSource

  public init(_ inner: any AccountStore, box: SecretBox, clock: any WallClock, random: any RandomSource) {
    self.inner = inner
    self.box = box
    self.clock = clock
    self.random = random
  }

  public func apply(_ writes: [StoreWrite]) async throws(StoreError) {
    let context = AuditContext.current
    let narrator = AuditNarrator(context: context, store: inner, now: clock.now(), random: random)
    let events = try await narrator.events(of: writes)
    guard !events.isEmpty else { return try await inner.apply(writes) }
    // Appended last, so that other writers to the chain wait as briefly as possible.
    try await inner.apply(writes + events.map { .appendAudit($0) })
    context.trail?.noteRecorded()
  }

  // MARK: Reads that note the operation's account

  public func account(_ id: AccountID, in scope: Scope) async throws(StoreError) -> Account? {
    note(try await inner.account(id, in: scope))
  }

  public func account(
    _ id: AccountID, in scope: Scope, signedInAt moment: Instant
  ) async throws(StoreError) -> (account: Account, signInHasEnded: Bool)? {
    let found = try await inner.account(id, in: scope, signedInAt: moment)
    _ = note(found?.account)
    return found
  }

  public func account(email: EmailAddress, in scope: Scope) async throws(StoreError) -> Account? {
    let found = try await inner.account(email: email, in: scope)
    if found == nil { AuditContext.current.trail?.noteUnknown(hash(of: email.text, in: scope)) }
    return note(found)
  }

  public func accounts(spelling email: EmailAddress, in scope: Scope) async throws(StoreError) -> [Account] {
    try await inner.accounts(spelling: email, in: scope)
  }

  public func accountsWithOtherSpellings(limit: Int) async throws(StoreError) -> [Account] {
    try await inner.accountsWithOtherSpellings(limit: limit)
  }

  public func account(phoneNumber: String, in scope: Scope) async throws(StoreError) -> Account? {
    let found = try await inner.account(phoneNumber: phoneNumber, in: scope)
    if found == nil { AuditContext.current.trail?.noteUnknown(hash(of: phoneNumber, in: scope)) }
    return note(found)
  }

  public func account(
    providerID: String, rawID: String, in scope: Scope
  ) async throws(StoreError) -> Account? {
    note(try await inner.account(providerID: providerID, rawID: rawID, in: scope))
  }

  public func passkeyCounts(in scope: Scope) async throws(StoreError) -> [String: Int] {
    try await inner.passkeyCounts(in: scope)
  }

  public func account(passkey credentialID: [UInt8], in scope: Scope) async throws(StoreError) -> Account? {
    note(try await inner.account(passkey: credentialID, in: scope))
  }

  public func session(
    tokenHash: [UInt8]
  ) async throws(StoreError) -> (session: RefreshSession, account: Account)? {
    let found = try await inner.session(tokenHash: tokenHash)
    _ = note(found?.account)
    return found
  }

  private func note(_ account: Account?) -> Account? {
    if let account { AuditContext.current.trail?.noteSubject(account.id) }
    return account
  }

  /// Returns the same hash for the same address. It reveals nothing without the master key.
  private func hash(of identifier: String, in scope: Scope) -> String {
    box.keyedHash(of: "\(scope.project)/\(scope.tenant?.rawValue ?? "")/\(identifier)", context: "audit")
  }

  // MARK: Reads that the log does not use

  public func projects() async throws(StoreError) -> [Project] { try await inner.projects() }
  public func project(_ id: ProjectID) async throws(StoreError) -> Project? { try await inner.project(id) }
  public func project(apiKey: String) async throws(StoreError) -> Project? {
    try await inner.project(apiKey: apiKey)
  }
  public func tenant(_ id: TenantID, in project: ProjectID) async throws(StoreError) -> Tenant? {
    try await inner.tenant(id, in: project)
  }
  public func tenants(
    in project: ProjectID, after: TenantID?, limit: Int
  ) async throws(StoreError) -> [Tenant] {
    try await inner.tenants(in: project, after: after, limit: limit)
  }
  public func accountCount(in scope: Scope) async throws(StoreError) -> Int {
    try await inner.accountCount(in: scope)
  }
  public func accountCount(in scope: Scope, upTo limit: Int) async throws(StoreError) -> Int {
    try await inner.accountCount(in: scope, upTo: limit)
  }
  public func accounts(
    in scope: Scope, after: AccountID?, limit: Int
  ) async throws(StoreError) -> [Account] {
    try await inner.accounts(in: scope, after: after, limit: limit)
  }
  public func accounts(
    in scope: Scope, orderedBy order: AccountOrder, offset: Int, limit: Int
  ) async throws(StoreError) -> [Account] {
    try await inner.accounts(in: scope, orderedBy: order, offset: offset, limit: limit)
  }
  public func accounts(
    matching search: AccountSearch, in scope: Scope, from place: AccountSearch.Place?,
    _ direction: AccountSearch.Direction, limit: Int
  ) async throws(StoreError) -> AccountSearch.Page {
    try await inner.accounts(matching: search, in: scope, from: place, direction, limit: limit)
  }
  public func sessionsInUse(
    of id: AccountID, in scope: Scope, limit: Int
  ) async throws(StoreError) -> [RefreshSession] {
    try await inner.sessionsInUse(of: id, in: scope, limit: limit)
  }
  public func artifact(
    tokenHash: [UInt8], purpose: String, now: Instant
  ) async throws(StoreError) -> Artifact? {
    try await inner.artifact(tokenHash: tokenHash, purpose: purpose, now: now)
  }
  public func remembers(_ key: ThrottleKey, now: Instant) async throws(StoreError) -> Bool {
    try await inner.remembers(key, now: now)
  }
  public func signingKeys(now: Instant) async throws(StoreError) -> [SigningKeyRecord] {
    try await inner.signingKeys(now: now)
  }
  public func sweep(now: Instant, limit: Int) async throws(StoreError) -> Int {
    try await inner.sweep(now: now, limit: limit)
  }
  public func close() async { await inner.close() }
}
