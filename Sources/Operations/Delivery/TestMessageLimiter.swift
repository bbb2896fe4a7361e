import Identity
import Synchronization

/// Limits the number of concurrent tests of projects' settings, because a slow server of a project keeps a thread or a
/// connection busy.
final class TestMessageLimiter: Sendable {
  static let maximumCount = 4
  /// The maximum number for one project, so that its slow server cannot block the tests of other projects.
  static let maximumOfProject = 2

  /// The project of each test.
  private let running = Mutex<[ProjectID]>([])

  /// Runs a test.
  ///
  /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER` while too many others run.
  func run<Answer: Sendable>(of project: ProjectID, _ test: () async -> Answer) async throws(IdentityError)
    -> Answer
  {
    let isAdmitted = running.withLock { running in
      guard running.count < Self.maximumCount,
        running.count(where: { $0 == project }) < Self.maximumOfProject
      else { return false }
      running.append(project)
      return true
    }
    guard isAdmitted else { throw .refused(.tooManyAttemptsTryLater) }
    defer {
      running.withLock { running in
        if let index = running.firstIndex(of: project) { running.remove(at: index) }
      }
    }
    return await test()
  }
}
