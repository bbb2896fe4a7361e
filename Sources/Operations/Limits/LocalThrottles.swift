import Identity
import Synchronization

/// Counts tries in the memory of this process, by the same rules as the database. Used for operations that
/// are so frequent and cheap that a write for each would cost more.
final class LocalThrottles: Sendable {
  /// The maximum number of keys. So many keys use some 20 MB.
  static let maximumCount = 100_000

  struct Key: Hashable, Sendable {
    var kind: String
    var subject: [UInt8]
  }

  private let states = Mutex<[Key: Throttle.State]>([:])

  var count: Int { states.withLock(\.count) }

  /// - Returns: nil if the try is allowed, else the seconds until the next try is allowed, at least 1.
  func refusal(of key: Key, _ throttle: Throttle, now: Instant) -> Int? {
    states.withLock { states in
      switch throttle.count(states[key], now: now) {
      case .refused(let wait): return Int(clamping: (wait + 999) / 1_000)
      case .counted(let state):
        if states[key] == nil, states.count >= Self.maximumCount { Self.makeRoom(in: &states, now: now) }
        states[key] = state
        return nil
      }
    }
  }

  /// Takes back a try that a rate counted, if the try should not count after all.
  func returnTry(of key: Key, _ throttle: Throttle) {
    states.withLock { states in states[key] = states[key].map(throttle.returningTry) }
  }

  /// Removes expired keys, or all of them. A client that makes so many keys gains at most one burst for each key.
  private static func makeRoom(in states: inout [Key: Throttle.State], now: Instant) {
    states = states.filter { now < $0.value.expiresAt }
    if states.count > maximumCount / 2 { states.removeAll() }
  }
}
