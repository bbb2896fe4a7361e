import Foundation
import Synchronization

/// A lock for each key. The thread that holds it may take it again.
final class KeyLocks: Sendable {
  private let locks = Mutex<[String: NSRecursiveLock]>([:])

  func withLock<Result>(_ key: String, _ body: () throws -> Result) rethrows -> Result {
    let lock = locks.withLock { locks in
      if let lock = locks[key] { return lock }
      let lock = NSRecursiveLock()
      locks[key] = lock
      return lock
    }
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}
