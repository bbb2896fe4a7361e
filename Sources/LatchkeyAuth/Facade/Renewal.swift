import Synchronization

/// Refreshes one user's tokens. Concurrent callers share one request.
final class Renewal: Sendable {
  private let running = Mutex<Task<SessionTokens, any Error>?>(nil)

  /// - Parameters:
  ///   - settled: called if no refresh is running. Returns the tokens of a refresh that has just ended.
  ///   - renew: stores its result in the place that `settled` reads.
  func run(
    unless settled: () -> SessionTokens?, _ renew: @escaping @Sendable () async throws -> SessionTokens
  ) async throws -> SessionTokens {
    let (tokens, task) = running.withLock { running in
      if let running { return (nil as SessionTokens?, running as Task<SessionTokens, any Error>?) }
      if let tokens = settled() { return (tokens, nil) }
      let task = Task {
        defer { self.running.withLock { $0 = nil } }
        return try await renew()
      }
      running = task
      return (nil, task)
    }
    if let tokens { return tokens }
    guard let task else { return try await renew() }
    return try await task.value
  }
}
