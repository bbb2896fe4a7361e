import Identity
import IdentityWire

extension IdentityService {
  /// The maximum number of identifiers in one lookup.
  static let maximumIdentifiers = 100

  /// `accounts:lookup`: the account of an ID token or, for an administrator, all accounts that match any
  /// identifier.
  public func lookup(_ request: LookupRequest, _ caller: Caller) async throws(IdentityError) -> LookupResponse
  {
    guard caller.isAdministrator, request.idToken == nil else {
      let account = try await authenticate(request.idToken, caller, mayLackFactor: true).account
      return LookupResponse(users: [AccountInfo(account)])
    }
    if request.initialEmail != nil { throw .unimplemented("Lookup by initialEmail is not implemented.") }
    let count = [
      request.localId?.count, request.email?.count, request.phoneNumber?.count,
      request.federatedUserId?.count,
    ].compactMap { $0 }.reduce(0, +)
    guard count <= Self.maximumIdentifiers else {
      throw .malformed("A lookup may name at most \(Self.maximumIdentifiers) identifiers.")
    }
    let accounts = try await storing { () async throws(StoreError) in try await find(request, caller.scope) }
    return LookupResponse(
      users: accounts.isEmpty
        ? nil : accounts.map { showingEmulatorHash(of: $0, in: AccountInfo($0)) })
  }

  private func find(_ request: LookupRequest, _ scope: Scope) async throws(StoreError) -> [Account] {
    var found: [Account] = []
    func add(_ account: Account?) {
      if let account, !found.contains(where: { $0.id == account.id }) { found.append(account) }
    }
    for id in (request.localId ?? []).compactMap(AccountID.init(rawValue:)) {
      add(try await store.account(id, in: scope))
    }
    for email in (request.email ?? []).compactMap(TypedEmail.init) {
      add(try await store.account(named: email, in: scope))
    }
    for number in request.phoneNumber ?? [] {
      add(try await store.account(phoneNumber: number, in: scope))
    }
    for user in request.federatedUserId ?? [] {
      guard let providerID = user.providerId, let rawID = user.rawId else { continue }
      add(try await store.account(providerID: providerID, rawID: rawID, in: scope))
    }
    return found
  }
}
