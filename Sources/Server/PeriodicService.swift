import Logging
import ServiceLifecycle

/// Runs an action periodically while the server runs. An interval passes before the first run and after each
/// run. Stopping the server cancels a running action. A failure is logged, and the action runs again after
/// the next interval.
struct PeriodicService: NamedService {
  let interval: Duration
  /// The log message of a failure.
  let failure: Logger.Message
  let log: Logger
  private let sleep: @Sendable (Duration) async throws -> Void
  private let action: @Sendable () async throws -> Void

  var description: String { "PeriodicService(\(failure))" }

  /// - Parameter sleep: waits for an interval. Throws if the service must end.
  init(
    every interval: Duration, failure: Logger.Message, log: Logger,
    sleep: @Sendable @escaping (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
    _ action: @Sendable @escaping () async throws -> Void
  ) {
    self.interval = interval
    self.failure = failure
    self.log = log
    self.sleep = sleep
    self.action = action
  }

  func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        do { try await sleep(interval) } catch { return }
        do {
          try await action()
        } catch is CancellationError {
          return
        } catch {
          log.warning(failure, metadata: ["cause": "\(error)"])
        }
      }
    }
  }
}
