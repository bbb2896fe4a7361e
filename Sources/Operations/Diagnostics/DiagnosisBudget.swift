import Identity
import Synchronization

/// Bounds how many diagnoses of a project are kept in a minute: made-up tokens must not make us write for each, nor use up
/// what another project has, or another network.
final class DiagnosisBudget: Sendable {
  /// Of one project, and of sign-ins of which nobody knows the project.
  static let perMinute = 300

  private let state = Mutex<(minute: Int64, counts: [ProjectID?: Int])>((0, [:]))
  private let networks = LocalThrottles()

  /// Whether there is room for one more.
  ///
  /// - Parameters:
  ///   - project: an existing one.
  ///   - network: the client's; clients whose network is not known are one.
  ///   - flows: how many sign-ins at providers a network may begin, which is how many of its failures are kept.
  func take(_ project: ProjectID?, from network: ClientNetwork?, _ flows: Throttle, now: Instant) -> Bool {
    let subject = "\(project?.rawValue ?? "")/\(network?.description ?? "")"
    let key = LocalThrottles.Key(kind: "", subject: Array(subject.utf8))
    guard networks.refusal(of: key, Self.share(of: flows), now: now) == nil else { return false }
    return state.withLock { state in
      let minute = now.seconds / 60
      if state.minute != minute { state = (minute, [:]) }
      guard state.counts[project, default: 0] < Self.perMinute else { return false }
      state.counts[project, default: 0] += 1
      return true
    }
  }

  /// The same pace with a fifth at once, so that no network uses up the minute of a project.
  private static func share(of flows: Throttle) -> Throttle {
    guard let (tries, milliseconds) = flows.rate else { return flows }
    return .rate(Int(clamping: max(tries / 5, 1)), per: max(milliseconds / 5_000, 1))
  }
}
