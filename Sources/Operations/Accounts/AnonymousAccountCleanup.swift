import Identity
import IdentityWire

/// Deletes anonymous accounts after ``lifetime``, in projects and tenants with `autodeleteAnonymousUsers`. Keeps
/// accounts that were linked to a way to sign in, and accounts that no user ever signed in to.
///
/// https://firebase.google.com/docs/auth/web/anonymous-auth#auto-cleanup
public struct AnonymousAccountCleanup: Sendable {
  /// Seconds from the sign-up to the deletion.
  public static let lifetime: Int64 = 30 * 86_400
  /// The number of accounts that are deleted between two pauses.
  static let step = 100

  private let service: IdentityService
  /// The place up to which each scope was checked. The next run begins there.
  private var places: [Scope: AccountSearch.Place] = [:]

  public init(service: IdentityService) { self.service = service }

  /// Deletes the accounts that are due. Each account is checked again when it is deleted, and the audit log names the
  /// system as the actor of each deletion. If the setting is turned off meanwhile, the run ends after the current step.
  ///
  /// - Parameter pause: Called after each step, so that other work has priority.
  /// - Returns: The number of deleted accounts.
  public mutating func run(pause: () async throws -> Void = {}) async throws -> Int {
    var count = 0
    var scopes: Set<Scope> = []
    for project in try await service.projects.all() {
      if project.signIn.deletesOldAnonymousUsers { scopes.insert(Scope(project: project.id)) }
      var last: TenantID?
      repeat {
        let tenants = try await service.projects.tenants(in: project.id, after: last, limit: Self.step)
        for tenant in tenants where tenant.signIn.deletesOldAnonymousUsers {
          scopes.insert(Scope(project: project.id, tenant: tenant.id))
        }
        last = tenants.count == Self.step ? tenants.last?.id : nil
      } while last != nil
    }
    // If the setting was turned off and on again, the scope is checked from the start.
    places = places.filter { scopes.contains($0.key) }
    for scope in scopes { count += try await clean(scope, pause) }
    return count
  }

  /// Makes the next run check every account again: an account may have lost its ways to sign in.
  public mutating func startOver() { places = [:] }

  private mutating func clean(_ scope: Scope, _ pause: () async throws -> Void) async throws -> Int {
    let due = service.clock.now().adding(seconds: -Self.lifetime)
    // The oldest accounts are at the end of the list.
    let search = AccountSearch([.newest], method: .anonymous)
    var count = 0
    while try await isWanted(in: scope) {
      let page = try await service.store.accounts(
        matching: search, in: scope, from: places[scope], .backward, limit: Self.step)
      for account in page.accounts where account.createdAt <= due {
        if try await delete(account.id, in: scope) { count += 1 }
      }
      guard let next = page.before, case .moment(let milliseconds, _) = next.value,
        milliseconds <= due.milliseconds
      else {
        places[scope] = AccountSearch.Place(part: 0, value: .moment(due.milliseconds, id: ""))
        try await pause()
        return count
      }
      places[scope] = next
      try await pause()
    }
    return count
  }

  private func isWanted(in scope: Scope) async throws(IdentityError) -> Bool {
    guard let tenant = scope.tenant else {
      return try await service.projects.project(scope.project)?.signIn.deletesOldAnonymousUsers == true
    }
    return try await service.projects.tenant(tenant, in: scope.project)?.signIn.deletesOldAnonymousUsers
      == true
  }

  private func delete(_ id: AccountID, in scope: Scope) async throws(IdentityError) -> Bool {
    try await service.retryingConflicts {
      guard let account = try await service.store.account(id, in: scope), account.isAnonymous,
        account.lastLoginAt != nil
      else { return false }
      // The update is refused if the account was changed meanwhile: it may have been linked.
      let now = service.clock.now()
      try await service.delete(
        account, by: StoreWrite.deletion(of: account, now: now), now: now)
      return true
    }
  }
}
