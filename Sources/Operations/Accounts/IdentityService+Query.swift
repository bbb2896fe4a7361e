import Identity
import IdentityWire

extension IdentityService {
  static let maximumQueriedAccounts = 500

  /// `accounts:query` and `projects:queryAccounts`: returns the account with an address, phone number or ID, a sorted
  /// list of all accounts, or the number of accounts.
  ///
  /// - Throws: `INSUFFICIENT_PERMISSION`; `INVALID_ARGUMENT` for a negative limit or offset.
  public func query(_ request: QueryRequest, _ caller: Caller) async throws(IdentityError) -> QueryResponse {
    try caller.requireAdministrator()
    let limit = request.limit?.value ?? 0
    let offset = request.offset?.value ?? 0
    guard limit >= 0, offset >= 0 else {
      throw .malformed("limit and offset must not be negative.")
    }
    let returnsAccounts = request.returnUserInfo ?? true
    if let expression = request.expression?.first {
      let found = try await storing { () async throws(StoreError) in
        try await account(matching: expression, in: caller.scope)
      }
      let matching = found.map { [$0] } ?? []
      guard returnsAccounts else { return QueryResponse(recordsCount: matching.count) }
      let shown = matching.dropFirst(Int(clamping: offset)).map {
        showingEmulatorHash(of: $0, in: AccountInfo($0))
      }
      return QueryResponse(recordsCount: shown.count, userInfo: shown)
    }
    guard returnsAccounts else {
      let count = try await storing { () async throws(StoreError) in
        try await store.accountCount(in: caller.scope)
      }
      return QueryResponse(recordsCount: count)
    }
    let order = AccountOrder(request.sortBy, request.order)
    let most = Int64(Self.maximumQueriedAccounts)
    let accounts = try await storing { () async throws(StoreError) in
      try await store.accounts(
        in: caller.scope, orderedBy: order, offset: Int(clamping: offset),
        limit: Int(limit == 0 ? most : min(limit, most)))
    }
    return QueryResponse(
      recordsCount: accounts.count,
      userInfo: accounts.map { showingEmulatorHash(of: $0, in: AccountInfo($0)) })
  }

  private func account(matching expression: QueryRequest.Expression, in scope: Scope)
    async throws(StoreError) -> Account?
  {
    if let text = expression.email {
      guard let email = TypedEmail(text) else { return nil }
      return try await store.account(named: email, in: scope)
    }
    if let number = expression.phoneNumber {
      return try await store.account(phoneNumber: number, in: scope)
    }
    guard let id = expression.userId.flatMap(AccountID.init(rawValue:)) else { return nil }
    return try await store.account(id, in: scope)
  }
}

extension AccountOrder {
  init(_ key: QueryRequest.SortKey?, _ order: QueryRequest.Order?) {
    let own: Key =
      switch key {
      case .name: .displayName
      case .createdAt: .createdAt
      case .lastLoginAt: .lastLoginAt
      case .email: .email
      case .userID, .unspecified, nil: .id
      }
    self.init(key: own, isDescending: order == .descending)
  }
}
