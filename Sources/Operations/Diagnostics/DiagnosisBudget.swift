import Identity
import Synchronization

/// Bounds how many diagnoses of a project are kept in a minute: whoever sends made-up tokens must not make us write
/// for each, and must not use up what another project has.
final class DiagnosisBudget: Sendable {
  /// Of one project, and of sign-ins of which nobody knows the project.
  static let perMinute = 300

  private let state = Mutex<(minute: Int64, counts: [ProjectID?: Int])>((0, [:]))

  /// Whether there is room for one more.
  ///
  /// - Parameter project: one that there is.
  func take(_ project: ProjectID?, now: Timestamp) -> Bool {
    state.withLock { state in
      let minute = now.seconds / 60
      if state.minute != minute { state = (minute, [:]) }
      guard state.counts[project, default: 0] < Self.perMinute else { return false }
      state.counts[project, default: 0] += 1
      return true
    }
  }
}
