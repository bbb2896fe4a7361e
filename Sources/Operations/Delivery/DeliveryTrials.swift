import Identity
import Synchronization

/// Bounds the test messages under way, because each occupies a thread or a connection for as long as a project's server
/// likes.
final class DeliveryTrials: Sendable {
  static let maximumCount = 4
  /// The maximum number of one project, so that its server cannot keep the others' tests waiting.
  static let maximumOfProject = 2

  /// The project of each test.
  private let running = Mutex<[ProjectID]>([])

  /// Runs a test.
  ///
  /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER` while too many others run.
  func run(of project: ProjectID, _ test: () async -> String?) async throws(IdentityError) -> String? {
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
