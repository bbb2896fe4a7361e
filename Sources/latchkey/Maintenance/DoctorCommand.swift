import ArgumentParser
import Foundation
import Settings

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Look whether an installation is well.",
    discussion: """
      Looks at the configuration, the modes of files, the database, the keys, the clock, the certificate, the \
      disk and the mail server, and asks the running server whether it is ready. Nothing is changed.

      EXAMPLES
        latchkey doctor --config latchkey.yaml

      \(ExitStatus.help)
      """)

  @OptionGroup var options: ConfigurationOptions

  func run() async throws {
    let reading = options.read()
    let findings = await Examination(reading: reading, file: options.file).findings()
    for finding in findings { Terminal.print(finding.text) }
    let failed = findings.filter { $0.verdict == .failed }.count
    if failed > 0 {
      throw CommandFailure(
        .unhealthy, "The installation has \(failed == 1 ? "a fault" : "\(failed) faults").")
    }
  }
}
