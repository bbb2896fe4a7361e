import Identity
import Synchronization

/// This process's shares of the tries that limits of networks and projects allow. A share takes several tries
/// from the database at once, so that frequent operations do not each write the same row.
///
/// A try counts in the database before it is used here, so that all nodes together never exceed the limit. Unused
/// tries of a share are lost after ``lifetime``, and in a crash: they stay counted although no operation used them. A
/// share is at most a sixteenth of the limit, and only frequent keys get one.
///
/// Guesses and single-use credentials are always counted one by one.
final class TryShares: Sendable {
  /// Milliseconds within which a share must be used.
  static let lifetime: Int64 = 10_000
  static let maximumShare: Int64 = 64
  /// The maximum number of keys with a share. Tries of other keys are counted one by one.
  static let maximumCount = 10_000

  enum Answer: Sendable, Equatable {
    /// Counted already, and allowed.
    case taken
    /// Must be counted in the transaction of the operation.
    case single
    /// The caller must count this number of tries in the database now, and then call ``fill(_:with:now:)`` once.
    case share(Int64)
  }

  private struct Share {
    var throttle: Throttle
    var left: Int64 = 0
    /// The size of the previous share.
    var size: Int64 = 1
    var begunAt: Instant
    var isBeingTaken = false

    func isUsable(_ throttle: Throttle, now: Instant) -> Bool {
      throttle == self.throttle && begunAt <= now && now < begunAt.adding(milliseconds: TryShares.lifetime)
    }
  }

  private let shares = Mutex<[ThrottleKey: Share]>([:])

  /// The number of known keys.
  var count: Int { shares.withLock(\.count) }

  /// Takes one try of a key.
  func take(_ key: ThrottleKey, _ throttle: Throttle, now: Instant) -> Answer {
    guard let rate = throttle.rate else { return .single }
    return shares.withLock { shares in
      guard var share = shares[key], share.isUsable(throttle, now: now) else {
        if shares[key] == nil, shares.count >= Self.maximumCount { Self.makeRoom(in: &shares, now: now) }
        if shares.count < Self.maximumCount { shares[key] = Share(throttle: throttle, begunAt: now) }
        return .single
      }
      if share.left > 0 {
        share.left -= 1
        shares[key] = share
        return .taken
      }
      share.size = min(share.size * 2, Self.maximumShare, rate.tries / 16)
      guard share.size > 1, !share.isBeingTaken else { return .single }
      share.isBeingTaken = true
      shares[key] = share
      return .share(share.size)
    }
  }

  /// Stores a share for ``take(_:_:now:)``.
  ///
  /// A share that was counted under a former rule is dropped. Its tries stay counted.
  ///
  /// - Parameter count: 0 if the share was refused. The next tries are then counted one by one.
  func fill(_ key: ThrottleKey, _ throttle: Throttle, with count: Int64, now: Instant) {
    shares.withLock { shares in
      guard var share = shares[key] else { return }
      let count = share.throttle == throttle ? count : 0
      share.left = count
      share.begunAt = now
      share.isBeingTaken = false
      if count == 0 { share.size = 1 }
      shares[key] = share
    }
  }

  private static func makeRoom(in shares: inout [ThrottleKey: Share], now: Instant) {
    shares = shares.filter { $0.value.isUsable($0.value.throttle, now: now) }
  }
}

extension IdentityService {
  /// Counts one try of a frequent operation.
  ///
  /// - Returns: the writes for the operation's transaction; none if the try is counted already.
  func sharedTry(_ key: ThrottleKey, _ throttle: Throttle, now: Instant) async throws(StoreError)
    -> [StoreWrite]
  {
    switch tryShares.take(key, throttle, now: now) {
    case .taken: return []
    case .single: return [.countTry(key, throttle, now: now)]
    case .share(let size):
      do {
        try await store.apply([.countTry(key, throttle.together(size), now: now)])
        tryShares.fill(key, throttle, with: size - 1, now: now)
        return []
      } catch .attemptsExceeded {
        // Fewer tries are left than a share needs. These tries are counted one by one.
        tryShares.fill(key, throttle, with: 0, now: now)
        return [.countTry(key, throttle, now: now)]
      } catch {
        tryShares.fill(key, throttle, with: 0, now: now)
        throw error
      }
    }
  }
}
