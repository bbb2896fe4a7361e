import Identity
import IdentityWire

extension IdentityService {
  /// `accounts:delete`.
  public func delete(_ request: DeleteRequest, _ caller: Caller) async throws(IdentityError) -> DeleteResponse
  {
    try await retryingConflicts {
      let deletion: AccountDeletion
      let account: Account
      if caller.isAdministrator, request.idToken == nil {
        account = try await self.target(localId: request.localId, idToken: nil, caller)
        deletion = AccountDeletion(of: account)
      } else {
        if !caller.isAdministrator, !caller.signIn.usersMayDelete {
          throw IdentityError.refused(.adminOnlyOperation)
        }
        let (token, user) = try await authenticate(request.idToken, caller)
        account = user
        deletion = try AccountDeletion(of: account, by: token.session, now: clock.now())
      }
      let now = clock.now()
      try await delete(account, by: deletion.writes(now: now), now: now)
      return DeleteResponse()
    }
  }

  /// Deletes an account, and revokes the app's access at its providers.
  ///
  /// - Parameter writes: the deletion.
  func delete(_ account: Account, by writes: [StoreWrite], now: Instant) async throws(StoreError) {
    let revocations = grants?.revocations(of: account, now: now) ?? PlannedRevocations()
    // A sign-in since the account was read may have stored another token.
    try await store.apply([.updateAccount(account)] + writes + revocations.writes)
    grants?.begin(revocations)
  }

  /// Returns the account of a request: the account of the ID token or, for an administrator, the account with
  /// `localId`.
  func target(localId: String?, idToken: String?, _ caller: Caller) async throws(IdentityError) -> Account {
    guard caller.isAdministrator, idToken == nil else {
      return try await authenticate(idToken, caller).account
    }
    guard let localId, !localId.isEmpty else { throw .refused(.missingLocalID) }
    guard let id = AccountID(rawValue: localId),
      let account = try await storing({ () async throws(StoreError) in
        try await store.account(id, in: caller.scope)
      })
    else { throw .refused(.userNotFound) }
    return account
  }
}

extension IdentityService {
  /// Deletes all accounts of a scope with their sessions and pending sign-ins. For tests of apps.
  public func deleteAllAccounts(in scope: Scope) async throws(IdentityError) {
    try await storing { () async throws(StoreError) in try await store.apply([.deleteAllAccounts(scope)]) }
    messages.forgetAll(in: scope)
  }
}
