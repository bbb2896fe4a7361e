import Composition
import Identity
import Storage
import Synchronization
import Tokens

/// Signing keys of test servers. Making one takes longer than most tests do, so that servers that have ended leave
/// theirs to others. No two that run have the same.
package final class SigningKeyStock: Sendable {
  /// Fewer are not given away: a server of a test is not to have the key of the one before it.
  private static let reserve = 8

  private static let idle = Mutex<[SigningKey]>([])

  private let taken = Mutex<[SigningKey]>([])

  package init() {}

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
  package func giveBack() {
    let keys = taken.withLock { taken in
      defer { taken = [] }
      return taken
    }
    Self.idle.withLock { $0 += keys }
  }
}

extension Backend.Options {
  private static let emptyDatabase = Result { try ScratchDatabase() }

  /// For a backend of which nothing is kept: its database is a copy of one that was prepared, and its signing keys are
  /// from the stock.
  package mutating func prepare(with keys: SigningKeyStock) throws {
    scratchDatabase = try Self.emptyDatabase.get()
    makeSigningKey = { (algorithm, now) async throws(SigningKey.Failure) in
      try await keys.key(algorithm, now)
    }
  }
}
