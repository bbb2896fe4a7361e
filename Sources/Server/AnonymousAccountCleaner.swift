import Composition
import Logging
import Operations
import ServiceLifecycle

/// Runs ``AnonymousAccountCleanup`` while the server runs.
struct AnonymousAccountCleaner: NamedService {
  static let interval = Duration.seconds(3_600)
  /// The number of runs after which the cleanup examines every account again.
  static let runsOfRound = 24

  let backend: Backend
  let log: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      var cleanup = AnonymousAccountCleanup(service: backend.service)
      var runs = 0
      while !Task.isCancelled {
        do { try await Task.sleep(for: Self.interval) } catch { return }
        if runs.isMultiple(of: Self.runsOfRound) { cleanup.startOver() }
        runs += 1
        await run(&cleanup)
      }
    }
  }

  private func run(_ cleanup: inout AnonymousAccountCleanup) async {
    do {
      // Half of the time is left for other work.
      var start = ContinuousClock.now
      let count = try await cleanup.run {
        try await Task.sleep(for: ContinuousClock.now - start)
        start = .now
      }
      if count > 0 { log.info("anonymous accounts were deleted", metadata: ["count": "\(count)"]) }
    } catch is CancellationError {
      return
    } catch {
      log.warning("anonymous accounts could not be deleted", metadata: ["cause": "\(error)"])
    }
  }
}
