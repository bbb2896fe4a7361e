import Logging
import Operations

/// Waits at the start for a PostgreSQL that is not there yet: after a power cut machines come up in any order.
struct DatabaseWait {
  /// From the end of one try to the next.
  private static let pause = Duration.seconds(1)
  /// A wait that goes on for the same reason is logged once in so many tries.
  private static let silentTries = 60

  let installation: Installation
  let log: Logger

  /// Runs a body that opens the database, again when it fails because the database is away.
  ///
  /// - Returns: nil when the server is told to stop first.
  /// - Throws: what the body does while the database can be reached.
  func retrying<Value>(_ body: () async throws -> Value) async throws -> Value? {
    while await untilReachable() {
      do { return try await body() } catch {
        guard installation.absence() != nil else { throw error }
      }
    }
    return nil
  }

  /// - Returns: false when the server is told to stop first.
  private func untilReachable() async -> Bool {
    var lastReason: String?
    var tries = 0
    while !EarlyStop.isAsked {
      guard let reason = installation.absence() else {
        if lastReason != nil { log.notice("the database can be reached") }
        return true
      }
      if reason != lastReason || tries % Self.silentTries == 0 {
        log.warning(
          "waiting for the database",
          metadata: ["database": .string(installation.databaseName), "cause": .string(reason)])
      }
      lastReason = reason
      tries += 1
      await rest()
    }
    return false
  }

  /// Ends early when the server is told to stop.
  private func rest() async {
    let end = ContinuousClock.now + Self.pause
    while ContinuousClock.now < end, !EarlyStop.isAsked { try? await Task.sleep(for: .milliseconds(50)) }
  }
}
