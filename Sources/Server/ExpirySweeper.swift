import Composition
import Identity
import Logging
import ServiceLifecycle

/// Deletes what has expired while the server runs, in small steps so that no sign-in waits long behind one.
struct ExpirySweeper: Service {
  static let interval = Duration.seconds(60)
  /// Rows in one transaction.
  static let step = 500

  let backend: Backend
  let log: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do { try await Task.sleep(for: Self.interval) } catch { return }
        await sweep()
      }
    }
  }

  /// Everything that has expired, a step at a time, and as much time for others between two steps as a step took. A
  /// failure is logged; the next minute tries again.
  private func sweep() async {
    do {
      while true {
        let start = ContinuousClock.now
        guard try await backend.sweepExpired(limit: Self.step) >= Self.step else { return }
        try await Task.sleep(for: ContinuousClock.now - start)
      }
    } catch is CancellationError {
      return
    } catch {
      log.warning("expired rows could not be deleted", metadata: ["cause": "\(error)"])
    }
  }
}
