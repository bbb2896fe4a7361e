import Identity
import Synchronization

/// Bounds how many refusals are recorded: whoever has the API key, which is public, must not make us write, and keep
/// for a year, as much as they like. What is not recorded is counted.
///
/// Refusals that concern somebody have a larger share than those at addresses that nobody has and at credentials
/// that cannot be read, and one of their own: the latter do not push them out. Counted by each server for itself, as
/// a count in the database would cost what it is to spare.
final class RefusalBudget: Sendable {
  struct Refusal: Sendable {
    var project: ProjectID
    /// Of the client; empty where nobody knows it.
    var network: String
    /// Whether an account that there is, or an administrator, is concerned.
    var concernsSomebody: Bool
    /// What comes again and again while a limit holds, of which one in a minute is enough; nil for any other.
    var repeating: String?
  }

  /// What was left out in a minute.
  struct Omission: Sendable, Equatable {
    var project: ProjectID
    /// Since 1970.
    var minute: Int64
    var count: Int
  }

  struct Limits: Sendable {
    var perNetwork: Throttle
    var perProject: Throttle
  }

  static let ofSomebody = Limits(perNetwork: .rate(300, per: 3_600), perProject: .rate(3_000, per: 3_600))
  static let ofNobody = Limits(perNetwork: .rate(60, per: 3_600), perProject: .rate(600, per: 3_600))
  private static let repetition = Throttle.rate(1, per: 60)

  /// Apart: however many networks come, they make nobody forget what a project had.
  private let projects = LocalThrottles()
  private let networks = LocalThrottles()
  private let omitted = Mutex<[ProjectID: Omission]>([:])

  /// Whether a refusal is to be recorded. One that is not is counted.
  func take(_ refusal: Refusal, now: Instant) -> Bool {
    let kind = refusal.concernsSomebody ? "somebody" : "nobody"
    let limits = refusal.concernsSomebody ? Self.ofSomebody : Self.ofNobody
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

  /// Takes out what was left out and is not of this minute, or not of an earlier one on a clock that was set back.
  ///
  /// - Parameter all: also of this minute.
  func omissions(now: Instant, all: Bool = false) -> [Omission] {
    omitted.withLock { omitted in
      let due = omitted.values.filter { all || $0.minute != now.seconds / 60 }
      for omission in due { omitted[omission.project] = nil }
      return due
    }
  }

  /// They could not be recorded yet.
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
