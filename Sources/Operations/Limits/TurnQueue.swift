import Synchronization

/// Lets one at a time in for each key, in the order in which they came: who reads, decides and writes what
/// others change, too, would otherwise decide anew over and over.
final class TurnQueue<Key: Hashable & Sendable>: Sendable {
  private let maximumWaiting: Int
  /// Of each key that somebody is in for, those who wait.
  private let waiting = Mutex<[Key: [CheckedContinuation<Void, Never>]]>([:])

  /// - Parameter maximumWaiting: for each key.
  init(maximumWaiting: Int) { self.maximumWaiting = maximumWaiting }

  /// Returns when it is the caller's turn; true is followed by one ``leave(_:)``. False, at once, when too
  /// many wait.
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
