import Logging
import ServiceLifecycle

/// Runs an action again and again while the server does, an interval after it began and an interval after each end. It ends
/// with the server, in the midst of an action too. An action that fails is logged and tried again after the next interval.
struct PeriodicService: Service {
  let interval: Duration
  /// What is logged of a failure, beside its cause.
  let failure: Logger.Message
  let log: Logger
  private let sleep: @Sendable (Duration) async throws -> Void
  private let action: @Sendable () async throws -> Void

  /// - Parameter sleep: waits for an interval; throws if the service is to end.
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
