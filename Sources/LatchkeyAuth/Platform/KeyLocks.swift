import Foundation
import Synchronization

/// A lock for each key. A thread that holds a lock may lock it again.
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
