import Identity
import Synchronization

/// Limits how many diagnoses of a project are stored in a minute. Invalid tokens must not cause unlimited
/// writes, nor use up the budget of another project or network.
final class DiagnosisBudget: Sendable {
  /// The limit for each project, and for all sign-ins whose project is unknown.
  static let perMinute = 300

  private let state = Mutex<(minute: Int64, counts: [ProjectID?: Int])>((0, [:]))
  private let networks = LocalThrottles()

  /// Returns true if one more diagnosis may be stored.
  ///
  /// - Parameters:
  ///   - project: an existing project; nil if unknown.
  ///   - network: the client's network. All clients without a known network share one budget.
  ///   - flows: the limit for sign-ins with providers that one network may begin. Its failed sign-ins have the same
  ///     limit.
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

  /// Returns the same rate with a fifth of the burst, so that no network uses up a project's budget at once.
  private static func share(of flows: Throttle) -> Throttle {
    guard let (tries, milliseconds) = flows.rate else { return flows }
    return .rate(Int(clamping: max(tries / 5, 1)), per: max(milliseconds / 5_000, 1))
  }
}
