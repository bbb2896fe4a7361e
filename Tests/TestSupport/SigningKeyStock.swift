import Identity
import Synchronization
import Tokens

/// Signing keys of test servers. Making one takes longer than most tests do, so that servers that have ended leave
/// theirs to others. No two that run have the same.
final class SigningKeyStock: Sendable {
  /// Fewer are not given away: a server of a test is not to have the key of the one before it.
  private static let reserve = 8

  private static let idle = Mutex<[SigningKey]>([])

  private let taken = Mutex<[SigningKey]>([])

  func key(_ algorithm: TokenAlgorithm, _ now: Instant) async throws(SigningKey.Failure) -> SigningKey {
    guard algorithm == .rs256 else { return try await SigningKey.generate(algorithm, now: now) }
    let used = Self.idle.withLock { $0.count > Self.reserve ? $0.removeFirst() : nil }
    let key: SigningKey
    if let used {
      key = try used.recertified(now: now)
    } else {
      key = try await SigningKey.generate(algorithm, now: now)
    }
    taken.withLock { $0.append(key) }
    return key
  }

  /// Leaves to others what a server had that is gone, with its database.
  func giveBack() {
    let keys = taken.withLock { taken in
      defer { taken = [] }
      return taken
    }
    Self.idle.withLock { $0 += keys }
  }
}
