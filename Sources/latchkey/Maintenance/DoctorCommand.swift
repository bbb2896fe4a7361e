import ArgumentParser
import Foundation
import Settings

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check an installation.",
    discussion: """
      Checks the configuration, the modes of files, the database, the keys, the clock, the certificate, the disk, the \
      backups and the mail server, and asks the running server whether it is ready. Changes nothing, and does not \
      upgrade a database of an earlier version. Reads the whole database; for a quick answer, use "latchkey status".

      With --server-only, only checks whether the server answers; no answer is a fault. Use this for a check every few \
      seconds, such as a container's health check.

      EXAMPLES
        latchkey doctor --config latchkey.yaml
        latchkey doctor --server-only --config latchkey.yaml

      \(ExitStatus.help)
      """)

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "Only check whether the server runs.")
  var serverOnly = false

  /// The time to wait for the server, in seconds.
  private static let patience: Int64 = 3

  func run() async throws {
    let reading = options.read()
    guard !serverOnly else { return try await askServer(reading.configuration) }
    let findings = await DoctorChecks(reading: reading, file: options.file).findings()
    for finding in findings { try Terminal.print(finding.text) }
    let failed = findings.filter { $0.verdict == .failed }.count
    if failed > 0 {
      throw CommandFailure(
        .unhealthy, "The installation has \(failed == 1 ? "a fault" : "\(failed) faults").")
    }
  }

  /// Asks the running server. Mistakes in the configuration are reported elsewhere: the server may run with
  /// an earlier configuration.
  private func askServer(_ configuration: ServeConfiguration) async throws {
    let probe = ServerProbe(configuration)
    switch await probe.ask("/healthz", seconds: Self.patience) {
    case .good: try Terminal.print("The server answers.")
    case .bad(let answer):
      throw CommandFailure(.unhealthy, "\(probe.url("/healthz")) answers: \(answer)")
    case .none: throw CommandFailure(.unhealthy, "Nothing answers at \(probe.url("/healthz")).")
    }
  }
}
