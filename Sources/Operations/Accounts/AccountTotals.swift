import Identity
import Synchronization

/// The number of accounts of a scope.
public struct AccountTotal: Sendable, Equatable {
  public var count: Int
  /// True if there are more accounts than ``count``, and the exact number is not known yet.
  public var isLowerBound: Bool
  /// The time of the count; nil if the accounts were counted just now.
  public var countedAt: Instant?

  public init(count: Int, isLowerBound: Bool = false, countedAt: Instant? = nil) {
    self.count = count
    self.isLowerBound = isLowerBound
    self.countedAt = countedAt
  }
}

/// Counts accounts for pages that must not wait. Small numbers are counted at once, large ones in the background from
/// time to time.
final class AccountTotals: Sendable {
  private struct State {
    var counted: [Scope: AccountTotal] = [:]
    /// Only one count runs at a time, because each walks an index.
    var counting: Task<Void, Never>?
  }

  private static let maximumScopes = 1_000

  /// The maximum number of accounts that are counted while a page waits. Counting them takes six milliseconds on
  /// SQLite.
  private let limit: Int
  /// Seconds after which a larger number is counted again.
  private let lifetime: Int64
  private let state = Mutex(State())

  init(limit: Int = 50_000, lifetime: Int64 = 600) {
    self.limit = limit
    self.lifetime = lifetime
  }

  func total(in scope: Scope, _ store: any AccountStore, _ clock: any WallClock) async throws(StoreError)
    -> AccountTotal
  {
    let now = clock.now()
    let known = state.withLock { $0.counted[scope] }
    if let known, let countedAt = known.countedAt, now.seconds - countedAt.seconds < lifetime { return known }
    let count = try await store.accountCount(in: scope, upTo: limit + 1)
    guard count > limit else {
      state.withLock { $0.counted[scope] = nil }
      return AccountTotal(count: count)
    }
    begin(scope, store, clock)
    return known ?? AccountTotal(count: limit, isLowerBound: true)
  }

  /// Waits until the running count ends.
  func settle() async { await state.withLock { $0.counting }?.value }

  private func begin(_ scope: Scope, _ store: any AccountStore, _ clock: any WallClock) {
    state.withLock { state in
      guard state.counting == nil else { return }
      state.counting = Task.detached { [self] in
        // If the count fails, the next page starts another count.
        let count = try? await store.accountCount(in: scope)
        let now = clock.now()
        self.state.withLock { state in
          state.counting = nil
          guard let count else { return }
          if state.counted.count >= Self.maximumScopes { state.counted = [:] }
          state.counted[scope] = AccountTotal(count: count, countedAt: now)
        }
      }
    }
  }
}

extension IdentityService {
  /// Counts the accounts of the caller's project without its tenants, or of the caller's tenant.
  ///
  /// More than 50,000 accounts are counted in the background, at most once in ten minutes. Until a background count
  /// ends, the result is the previous count or a lower bound.
  ///
  /// - Throws: `INSUFFICIENT_PERMISSION`.
  public func accountTotal(_ caller: Caller) async throws(IdentityError) -> AccountTotal {
    try caller.requireAdministrator()
    return try await storing { () async throws(StoreError) in
      try await accountTotals.total(in: caller.scope, store, clock)
    }
  }
}
