import Identity
import Synchronization

/// This process's shares of the tries that limits of networks and projects let in: taken from the database some at a
/// time, so that what many do at once writes no row of everybody's for each.
///
/// A try counts in the database before it is used here, so that all nodes together never let in more than the rule. What
/// a node does not use of a share within ``lifetime`` is lost, and with a crash at once: it was counted and never tried.
/// A share is a sixteenth of the rule's tries at most, and is only taken of what is asked for again and again.
///
/// Guesses and everything that is used once are counted one by one.
final class TryShares: Sendable {
  /// Milliseconds in which a share is used.
  static let lifetime: Int64 = 10_000
  static let maximumShare: Int64 = 64
  /// Keys that have a share at once; others are counted one by one.
  static let maximumCount = 10_000

  enum Answer: Sendable, Equatable {
    /// Counted before, and let in.
    case taken
    /// To be counted in the transaction of what is tried.
    case single
    /// That many are to be counted at once, followed by one ``fill(_:with:now:)``.
    case share(Int64)
  }

  private struct Share {
    var throttle: Throttle
    var left: Int64 = 0
    /// Of the share before.
    var size: Int64 = 1
    var begunAt: Instant
    var isBeingTaken = false

    func isUsable(_ throttle: Throttle, now: Instant) -> Bool {
      throttle == self.throttle && begunAt <= now && now < begunAt.adding(milliseconds: TryShares.lifetime)
    }
  }

  private let shares = Mutex<[ThrottleKey: Share]>([:])

  /// Keys that are known.
  var count: Int { shares.withLock(\.count) }

  /// One try of a key.
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

  /// Puts a share where ``take(_:_:now:)`` finds it.
  ///
  /// A share that was counted by another rule than the current one is left out: its tries stay counted.
  ///
  /// - Parameter count: 0 where it was refused; the next tries are counted one by one then.
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
  /// Counts one try of what many do at once.
  ///
  /// - Returns: what is to be written with what is tried; nothing where it is counted already.
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
        // Fewer are left; the last ones are let in one by one.
        tryShares.fill(key, throttle, with: 0, now: now)
        return [.countTry(key, throttle, now: now)]
      } catch {
        tryShares.fill(key, throttle, with: 0, now: now)
        throw error
      }
    }
  }
}
