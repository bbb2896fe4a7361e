import Identity
import Synchronization

/// A store that holds signing keys and nothing else, and fails when told to.
final class KeyStore: AccountStore {
  private struct State {
    var records: [SigningKeyRecord] = []
    var failure: StoreError?
    var reads = 0
  }

  private let state = Mutex(State())

  var records: [SigningKeyRecord] { state.withLock { $0.records } }
  var reads: Int { state.withLock { $0.reads } }

  func fail(with failure: StoreError?) { state.withLock { $0.failure = failure } }

  func replace(_ change: (inout [SigningKeyRecord]) -> Void) {
    state.withLock { change(&$0.records) }
  }

  func signingKeys(now: Instant) async throws(StoreError) -> [SigningKeyRecord] {
    try state.withLock { state throws(StoreError) in
      state.reads += 1
      if let failure = state.failure { throw failure }
      return state.records.filter { record in record.retiredAt.map { $0 >= now } ?? true }
        .sorted { $0.createdAt < $1.createdAt }
    }
  }

  func apply(_ writes: [StoreWrite]) async throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      if let failure = state.failure { throw failure }
      for write in writes {
        switch write {
        case .insertSigningKey(let record): state.records.append(record)
        case .updateSigningKey(let record):
          guard let index = state.records.firstIndex(where: { $0.keyID == record.keyID }) else {
            throw .conflict(.stale)
          }
          state.records[index] = record
        default: throw Self.unsupported
        }
      }
    }
  }

  private static let unsupported = StoreError.unavailable("this store holds signing keys only")

  func projects() async throws(StoreError) -> [Project] { throw Self.unsupported }
  func project(_ id: ProjectID) async throws(StoreError) -> Project? { throw Self.unsupported }
  func project(apiKey: String) async throws(StoreError) -> Project? { throw Self.unsupported }
  func tenant(_ id: TenantID, in project: ProjectID) async throws(StoreError) -> Tenant? {
    throw Self.unsupported
  }
  func tenants(in project: ProjectID, after: TenantID?, limit: Int) async throws(StoreError) -> [Tenant] {
    throw Self.unsupported
  }
  func account(_ id: AccountID, in scope: Scope, signedInAt moment: Instant) async throws(StoreError)
    -> (account: Account, signInHasEnded: Bool)?
  {
    throw Self.unsupported
  }
  func account(_ id: AccountID, in scope: Scope) async throws(StoreError) -> Account? {
    throw Self.unsupported
  }
  func account(email: EmailAddress, in scope: Scope) async throws(StoreError) -> Account? {
    throw Self.unsupported
  }
  func accounts(spelling email: EmailAddress, in scope: Scope) async throws(StoreError) -> [Account] {
    throw Self.unsupported
  }
  func accountsWithOtherSpellings(limit: Int) async throws(StoreError) -> [Account] { throw Self.unsupported }
  func account(phoneNumber: String, in scope: Scope) async throws(StoreError) -> Account? {
    throw Self.unsupported
  }
  func account(providerID: String, rawID: String, in scope: Scope) async throws(StoreError) -> Account? {
    throw Self.unsupported
  }
  func account(passkey credentialID: [UInt8], in scope: Scope) async throws(StoreError) -> Account? {
    throw Self.unsupported
  }
  func passkeyCounts(in scope: Scope) async throws(StoreError) -> [String: Int] { throw Self.unsupported }
  func accountCount(in scope: Scope) async throws(StoreError) -> Int { throw Self.unsupported }
  func accountCount(in scope: Scope, upTo limit: Int) async throws(StoreError) -> Int {
    throw Self.unsupported
  }
  func accounts(in scope: Scope, after: AccountID?, limit: Int) async throws(StoreError) -> [Account] {
    throw Self.unsupported
  }
  func accounts(
    in scope: Scope, orderedBy order: AccountOrder, offset: Int, limit: Int
  ) async throws(StoreError) -> [Account] { throw Self.unsupported }
  func accounts(
    matching search: AccountSearch, in scope: Scope, from place: AccountSearch.Place?,
    _ direction: AccountSearch.Direction, limit: Int
  ) async throws(StoreError) -> AccountSearch.Page { throw Self.unsupported }
  func sessionsInUse(of id: AccountID, in scope: Scope, limit: Int) async throws(StoreError)
    -> [RefreshSession]
  { throw Self.unsupported }
  func session(
    tokenHash: [UInt8]
  ) async throws(StoreError) -> (session: RefreshSession, account: Account)? { throw Self.unsupported }
  func artifact(
    tokenHash: [UInt8], purpose: String, now: Instant
  ) async throws(StoreError) -> Artifact? { throw Self.unsupported }
  func remembers(_ key: ThrottleKey, now: Instant) async throws(StoreError) -> Bool {
    throw Self.unsupported
  }
  func sweep(now: Instant, limit: Int) async throws(StoreError) -> Int { throw Self.unsupported }
  func close() async {}
}
