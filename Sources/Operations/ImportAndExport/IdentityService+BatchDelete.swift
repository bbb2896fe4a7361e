import Identity
import IdentityWire

extension IdentityService {
  static let maximumDeletedAccounts = 1_000

  /// `accounts:batchDelete`: deletes disabled accounts, or any with `force`. Unknown IDs are ignored.
  ///
  /// - Throws: `INSUFFICIENT_PERMISSION`; `LOCAL_ID_LIST_EXCEEDS_LIMIT` for no IDs or too many.
  public func batchDelete(_ request: BatchDeleteRequest, _ caller: Caller) async throws(IdentityError)
    -> BatchDeleteResponse
  {
    try caller.requireAdministrator()
    let ids = request.localIds ?? []
    guard (1...Self.maximumDeletedAccounts).contains(ids.count) else {
      throw .refused(.localIDListExceedsLimit)
    }
    var errors: [BatchDeleteResponse.AccountError] = []
    for (index, text) in ids.enumerated() {
      guard let id = AccountID(rawValue: text) else { continue }
      let isDeletable = try await retryingConflicts {
        try await self.delete(id, in: caller.scope, force: request.force == true)
      }
      if !isDeletable {
        errors.append(
          .init(
            index: index, localId: text,
            message: "NOT_DISABLED : Disable the account before batch deletion."))
      }
    }
    return BatchDeleteResponse(errors: errors.isEmpty ? nil : errors)
  }

  /// - Returns: false for an account that is not disabled.
  private func delete(_ id: AccountID, in scope: Scope, force: Bool) async throws -> Bool {
    guard let account = try await store.account(id, in: scope) else { return true }
    guard force || account.disabled else { return false }
    // The update is refused if the account was changed meanwhile: it may have been enabled.
    let now = clock.now()
    try await delete(
      account, by: StoreWrite.deletion(of: account, now: now), now: now)
    return true
  }
}
