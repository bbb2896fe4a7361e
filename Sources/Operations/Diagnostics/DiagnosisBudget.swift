import Identity
import Synchronization

/// Bounds how many diagnoses are kept in a minute: whoever sends made-up tokens must not make us write for each.
final class DiagnosisBudget: Sendable {
  static let perMinute = 300

  private let state = Mutex<(minute: Int64, count: Int)>((0, 0))

  /// Whether there is room for one more.
  func take(now: Timestamp) -> Bool {
    state.withLock { state in
      let minute = now.seconds / 60
      if state.minute != minute { state = (minute, 0) }
      guard state.count < Self.perMinute else { return false }
      state.count += 1
      return true
    }
  }
}
