import Identity
import Synchronization

/// Counts tries in the memory of this process, by the rules that the database counts others by: for what is done
/// so often, and costs so little, that a write for each would be the greater burden.
final class LocalThrottles: Sendable {
  /// Keys that are counted at once; some 20 MB.
  static let maximumCount = 100_000

  struct Key: Hashable, Sendable {
    var kind: String
    var subject: [UInt8]
  }

  private let states = Mutex<[Key: Throttle.State]>([:])

  var count: Int { states.withLock(\.count) }

  /// - Returns: nil when the try is let in, else the seconds until one may be, at least 1.
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

  /// Takes a try back that was counted by a rate, because it was none of what is counted.
  func returnTry(of key: Key, _ throttle: Throttle) {
    states.withLock { states in states[key] = states[key].map(throttle.returningTry) }
  }

  /// Drops what has expired, or everything. A client that makes so many keys gains one burst for each of them at most.
  private static func makeRoom(in states: inout [Key: Throttle.State], now: Instant) {
    states = states.filter { now < $0.value.expiresAt }
    if states.count > maximumCount / 2 { states.removeAll() }
  }
}
