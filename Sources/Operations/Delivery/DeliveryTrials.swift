import Identity
import Synchronization

/// Bounds the test messages under way, because each occupies a thread or a connection for as long as a project's server
/// likes.
final class DeliveryTrials: Sendable {
  static let maximumCount = 4

  private let running = Mutex(0)

  /// Runs a test.
  ///
  /// - Throws: `TOO_MANY_ATTEMPTS_TRY_LATER` while too many others run.
  func run(_ test: () async -> String?) async throws(IdentityError) -> String? {
    let isAdmitted = running.withLock { count in
      guard count < Self.maximumCount else { return false }
      count += 1
      return true
    }
    guard isAdmitted else { throw .refused(.tooManyAttemptsTryLater) }
    defer { running.withLock { $0 -= 1 } }
    return await test()
  }
}
