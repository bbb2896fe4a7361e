import Synchronization

/// Admits one caller at a time for each key, in the order of arrival. Operations that read, decide and write
/// the same rows would otherwise conflict and decide again repeatedly.
final class TurnQueue<Key: Hashable & Sendable>: Sendable {
  private let maximumWaiting: Int
  /// The waiting callers of each key that is in use.
  private let waiting = Mutex<[Key: [CheckedContinuation<Void, Never>]]>([:])

  /// - Parameter maximumWaiting: the limit for each key.
  init(maximumWaiting: Int) { self.maximumWaiting = maximumWaiting }

  /// Waits for the caller's turn. Returns true at the beginning of the turn; the caller must then call ``leave(_:)``
  /// once. Returns false at once if too many are waiting.
  func enter(_ key: Key) async -> Bool {
    var isAdmitted = true
    await withCheckedContinuation { continuation in
      let isFree = waiting.withLock { waiting in
        guard let others = waiting[key] else {
          waiting[key] = []
          return true
        }
        guard others.count < maximumWaiting else {
          isAdmitted = false
          return true
        }
        waiting[key]?.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
    return isAdmitted
  }

  func leave(_ key: Key) {
    let next: CheckedContinuation<Void, Never>? = waiting.withLock { waiting in
      guard var others = waiting[key], !others.isEmpty else {
        waiting[key] = nil
        return nil
      }
      defer { waiting[key] = others }
      return others.removeFirst()
    }
    next?.resume()
  }
}
