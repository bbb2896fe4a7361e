import ArgumentParser
import SecurityRules

struct RulesCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report the mistakes in rules.",
    discussion: """
      Prints the place of each mistake. A warning means that rules are valid but probably refuse every request, for \
      example because of an unknown name.

      EXAMPLE
        latchkey rules check storage.rules

      \(ExitStatus.help)
      """)

  @Argument(help: "The file; - reads standard input.")
  var file: String

  func run() throws {
    let rules = try RulesFile(file)
    for warning in rules.warnings { try Terminal.print("\(file):\(warning.text)") }
    let count = rules.warnings.count
    try Terminal.print(
      "\(file) has no errors\(count == 0 ? "" : count == 1 ? " and one warning" : " and \(count) warnings").")
  }
}
