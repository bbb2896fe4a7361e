import ArgumentParser
import Operations
import Settings

struct ConfigCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "List all mistakes in a configuration, with advice.",
    discussion: """
      Nothing is started or changed. The output also contains warnings, for example if the database cannot be reached \
      now. The check succeeds in spite of warnings.

      EXAMPLES
        latchkey config check --config latchkey.yaml
        latchkey config check --config latchkey.yaml --set listen.port=8443

      \(ExitStatus.help)
      """)

  @OptionGroup var options: ConfigurationOptions

  func run() async throws {
    let reading = options.read()
    let problems = reading.problems + StartChecks.problems(reading)
    for problem in problems where problem.severity == .warning { try Terminal.print(problem.text) }
    let mistakes = problems.filter { $0.severity == .mistake }
    guard mistakes.isEmpty else { throw CommandFailure(mistakes: mistakes, in: options.file) }
    let installation = try Installation(reading.configuration.data)
    if let absence = installation.absence() {
      try Terminal.print(
        ConfigurationProblem(
          "data.database", "\(absence).", fix: "A server that starts now waits for the database.",
          severity: .warning
        ).text)
    } else {
      try installation.requireData()
    }
    try Terminal.print("\(options.file ?? "The configuration") is good.")
  }
}
