import Foundation
import Identity
import Operations
import Storage
import Tokens

/// Prints each step of a drill with its duration.
struct DrillReport {
  private let beginning = ContinuousClock.now
  private let installation: Installation
  private let place: DrillDirectory

  /// - Parameters:
  ///   - installation: the installation that the copy belongs to, for the failures' sentences.
  ///   - place: the directory in which the copy is tested. A fault of the directory, or of another place that it
  ///     checks, is not a fault of the copy.
  init(of installation: Installation, in place: DrillDirectory) {
    self.installation = installation
    self.place = place
  }

  /// Runs a step.
  ///
  /// - Parameters:
  ///   - subject: the step in one word.
  ///   - body: returns a sentence with the result, and a value for later steps.
  /// - Throws: the failure, after it was printed.
  func step<Value>(
    _ subject: String, _ body: () async throws -> (sentence: String, value: Value)
  ) async throws -> Value {
    let start = ContinuousClock.now
    do {
      let outcome = try await body()
      try print(Finding(.ok, subject, outcome.sentence), since: start)
      return outcome.value
    } catch {
      await TerminationSignals.waitIfEnding()
      let failure = failure(error)
      try print(Finding(.failed, subject, failure.message), since: start)
      throw failure
    }
  }

  /// The time since the beginning, such as `1.3 s`.
  var duration: String { Self.text(ContinuousClock.now - beginning) }

  private func print(_ finding: Finding, since start: ContinuousClock.Instant) throws(CommandFailure) {
    let time = Self.text(ContinuousClock.now - start)
    try Terminal.print(
      PlainText.line(String(repeating: " ", count: max(0, 9 - time.count)) + time + "  " + finding.text))
  }

  private static func text(_ duration: Duration) -> String {
    String(format: "%.2f s", duration / .seconds(1))
  }

  /// The failure of the drill.
  func failure(_ error: any Error) -> CommandFailure {
    if Task.isCancelled || error is CancellationError {
      return CommandFailure(.refused, "The drill was interrupted. The copy was not tested.")
    }
    let failure = verdict(error)
    return failure.status == .unhealthy ? place.fault ?? failure : failure
  }

  /// The failure for an error, if the directory is not its cause.
  private func verdict(_ error: any Error) -> CommandFailure {
    switch error {
    case let failure as CommandFailure: failure
    case let fault as BackupFault: CommandFailure(.unhealthy, "\(fault.reason).")
    case DatabaseBackup.Failure.target(let reason), DatabaseBackup.Failure.targetFull(let reason):
      place.failure(reason)
    case DatabaseBackup.Failure.source(let reason): CommandFailure(.unhealthy, "\(reason).")
    case let error as StoreError: CommandFailure(.unhealthy, "\(error.reason).")
    case KeyRing.Failure.wrongMasterKey:
      CommandFailure(
        .unhealthy,
        "\(installation.masterKey == nil ? installation.directory.masterKeyPath : "LATCHKEY_MASTER_KEY") is not the master "
          + "key of the copy.")
    default: CommandFailure(.unhealthy, CommandFailure(opening: installation, error).message)
    }
  }
}
