import Identity
import IdentityWire

extension IdentityService {
  /// `accounts:delete`.
  public func delete(_ request: DeleteRequest, _ caller: Caller) async throws(IdentityError) -> DeleteResponse
  {
    try await retryingConflicts {
      let deletion: AccountDeletion
      if caller.isAdministrator, request.idToken == nil {
        deletion = AccountDeletion(
          of: try await self.target(localId: request.localId, idToken: nil, caller))
      } else {
        if !caller.isAdministrator, !caller.signIn.usersMayDelete {
          throw IdentityError.refused(.adminOnlyOperation)
        }
        let (token, account) = try await authenticate(request.idToken, caller)
        deletion = try AccountDeletion(of: account, by: token.session, now: clock.now())
      }
      try await store.apply(deletion.writes(now: clock.now()))
      return DeleteResponse()
    }
  }

  /// The account that a request means: its own by ID token, or any by `localId` for an administrator.
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
  /// All accounts of a scope, with their sessions and pending sign-ins. For tests of apps.
  public func deleteAllAccounts(in scope: Scope) async throws(IdentityError) {
    try await storing { () async throws(StoreError) in try await store.apply([.deleteAllAccounts(scope)]) }
    messages.forgetAll(in: scope)
  }
}
