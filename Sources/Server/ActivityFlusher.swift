import Composition
import Identity
import Logging
import ServiceLifecycle

/// Writes down what was counted while the server runs. The last counts are written when the ``Backend`` is closed, and
/// nothing is counted any more.
struct ActivityFlusher: Service {
  /// What a process loses that is killed.
  static let interval = Duration.seconds(5)

  let backend: Backend
  let log: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do { try await Task.sleep(for: Self.interval) } catch { return }
        await flush()
      }
    }
  }

  private func flush() async {
    do throws(StoreError) {
      let dropped = try await backend.service.activity.flush()
      if dropped > 0 {
        log.warning("sign-ins were left out of the counts", metadata: ["count": "\(dropped)"])
      }
    } catch {
      log.warning("counts of sign-ins could not be written and wait", metadata: ["cause": "\(error)"])
    }
  }
}
