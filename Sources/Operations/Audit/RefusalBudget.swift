import Identity
import Synchronization

/// Limits how many refusals are recorded. The API key is public. Without the limit, a client could make the server
/// write any number of records and keep them for a year. Refusals beyond the limit are only counted.
///
/// Refusals that concern an account have their own, larger budget. Unreadable credentials cannot use it up, and neither
/// can unknown addresses, unless e-mail enumeration protection hides which addresses are unknown. Each node counts for
/// itself, because a count in the database would be as expensive as the records.
final class RefusalBudget: Sendable {
  struct Refusal: Sendable {
    var project: ProjectID
    /// The client's network; empty if unknown.
    var network: String
    /// True if the refusal concerns an existing account, an administrator, or an address that must not be told from an
    /// account's.
    var hasKnownSubject: Bool
    /// Identifies a refusal that recurs while a limit is exceeded. It is recorded once a minute. Nil for all other
    /// refusals.
    var repeating: String?
  }

  /// The number of refusals of one minute that were not recorded.
  struct Omission: Sendable, Equatable {
    var project: ProjectID
    /// Minutes since 1970.
    var minute: Int64
    var count: Int
  }

  struct Limits: Sendable {
    var perNetwork: Throttle
    var perProject: Throttle
  }

  static let forKnownSubjects = Limits(
    perNetwork: .rate(300, per: 3_600), perProject: .rate(3_000, per: 3_600))
  static let forUnknownSubjects = Limits(
    perNetwork: .rate(60, per: 3_600), perProject: .rate(600, per: 3_600))
  private static let repetition = Throttle.rate(1, per: 60)

  /// Counted separately, so that a large number of networks does not evict the counts of projects.
  private let projects = LocalThrottles()
  private let networks = LocalThrottles()
  private let omitted = Mutex<[ProjectID: Omission]>([:])

  /// Returns true if the refusal should be recorded. Otherwise counts it.
  func take(_ refusal: Refusal, now: Instant) -> Bool {
    let kind = refusal.hasKnownSubject ? "somebody" : "nobody"
    let limits = refusal.hasKnownSubject ? Self.forKnownSubjects : Self.forUnknownSubjects
    let client = "\(refusal.project)/\(refusal.network)"
    var isLetIn = true
    if let repeating = refusal.repeating {
      isLetIn = admits(networks, "repeating", "\(client)/\(repeating)", Self.repetition, now)
    }
    isLetIn =
      isLetIn && admits(networks, kind, client, limits.perNetwork, now)
      && admits(projects, kind, refusal.project.rawValue, limits.perProject, now)
    if !isLetIn { omit(refusal.project, now: now) }
    return isLetIn
  }

  private func admits(
    _ throttles: LocalThrottles, _ kind: String, _ subject: String, _ throttle: Throttle, _ now: Instant
  ) -> Bool {
    throttles.refusal(of: .init(kind: kind, subject: Array(subject.utf8)), throttle, now: now) == nil
  }

  private func omit(_ project: ProjectID, now: Instant) {
    omitted.withLock { omitted in
      omitted[project, default: Omission(project: project, minute: now.seconds / 60, count: 0)].count += 1
    }
  }

  /// Removes and returns the omissions of all minutes except the current minute. A minute may lie in the future if
  /// the clock was set back.
  ///
  /// - Parameter all: whether to include the current minute.
  func omissions(now: Instant, all: Bool = false) -> [Omission] {
    omitted.withLock { omitted in
      let due = omitted.values.filter { all || $0.minute != now.seconds / 60 }
      for omission in due { omitted[omission.project] = nil }
      return due
    }
  }

  /// Restores omissions that could not be recorded.
  func putBack(_ omissions: [Omission]) {
    omitted.withLock { omitted in
      for omission in omissions {
        let later = omitted[omission.project]?.count ?? 0
        omitted[omission.project] = omission
        omitted[omission.project]?.count += later
      }
    }
  }
}
