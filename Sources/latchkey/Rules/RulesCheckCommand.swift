import ArgumentParser
import SecurityRules

struct RulesCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report the mistakes in rules.",
    discussion: """
      Mistakes are printed with their place. A warning is about rules that can be used but will most likely refuse \
      every request, such as those with an unknown name.

      EXAMPLE
        latchkey rules check storage.rules

      \(ExitStatus.help)
      """)

  @Argument(help: "The file; \"-\" is the input.")
  var file: String

  func run() throws {
    let rules = try RulesFile(file)
    for warning in rules.warnings { try Terminal.print("\(file):\(warning.text)") }
    let count = rules.warnings.count
    try Terminal.print(
      "\(file) has no errors\(count == 0 ? "" : count == 1 ? " and one warning" : " and \(count) warnings").")
  }
}
