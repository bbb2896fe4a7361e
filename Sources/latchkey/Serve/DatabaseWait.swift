import Logging
import Operations

/// Waits at the start for a PostgreSQL that cannot be reached yet: after a power cut, machines start in any
/// order.
struct DatabaseWait {
  /// The pause between two tries.
  private static let pause = Duration.seconds(1)
  /// The number of tries after which a continued wait is logged again.
  private static let silentTries = 60

  let installation: Installation
  let log: Logger

  /// Runs a body that opens the database, and repeats it while the database cannot be reached.
  ///
  /// - Returns: nil if the server is told to stop first.
  /// - Throws: the body's error if the database can be reached.
  func retrying<Value>(_ body: () async throws -> Value) async throws -> Value? {
    while await untilReachable() {
      do { return try await body() } catch {
        guard installation.absence() != nil else { throw error }
      }
    }
    return nil
  }

  /// - Returns: false if the server is told to stop first.
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

  /// Pauses. A request to stop ends the pause.
  private func rest() async {
    let end = ContinuousClock.now + Self.pause
    while ContinuousClock.now < end, !EarlyStop.isAsked { try? await Task.sleep(for: .milliseconds(50)) }
  }
}
