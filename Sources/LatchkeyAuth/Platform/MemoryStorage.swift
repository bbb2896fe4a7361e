import Foundation
import Synchronization

/// Stores sessions in memory: for servers, for tests, and for apps whose users must sign in at each start.
///
/// A thread inside ``exclusively(_:_:)`` may call it again.
public final class MemoryStorage: AuthStorage {
  private let entries = Mutex<[String: Data]>([:])
  private let locks = KeyLocks()

  public init() {}

  public func load(_ key: String) -> Data? { entries.withLock { $0[key] } }

  public func save(_ data: Data, for key: String) { entries.withLock { $0[key] = data } }

  public func remove(_ key: String) { entries.withLock { $0[key] = nil } }

  public func exclusively<Result>(_ key: String, _ body: () throws -> Result) rethrows -> Result {
    try locks.withLock(key, body)
  }
}
