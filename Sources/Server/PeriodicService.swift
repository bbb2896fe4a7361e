import Logging
import ServiceLifecycle

/// Runs an action while the server runs: an interval after the start, and an interval after each end. The end of the server
/// cancels a running action. The failure of an action is logged, and the action runs again after the next interval.
struct PeriodicService: NamedService {
  let interval: Duration
  /// The warning that is logged with a failure's cause.
  let failure: Logger.Message
  let log: Logger
  private let sleep: @Sendable (Duration) async throws -> Void
  private let action: @Sendable () async throws -> Void

  var description: String { "PeriodicService(\(failure))" }

  /// - Parameter sleep: waits for an interval. Throws if the service has to end.
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
