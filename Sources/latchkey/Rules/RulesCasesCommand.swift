import ArgumentParser
import SecurityRules

struct RulesCasesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cases",
    abstract: "Run a file of cases, each with its own rules.",
    discussion: """
      Each case is {"language": "database" or "storage", "name", "rules", "request", "expect": "allow", "deny" or \
      "compile-error"}. Prints a line for each case whose result is not the expected one.

      EXAMPLE
        latchkey rules cases cases.json

      \(ExitStatus.help)
      """)

  @Argument(help: "The file; - reads standard input.")
  var file: String

  func run() throws {
    let cases: [RulesCase]
    do throws(RulesRequestError) {
      cases = try RulesCase.file(try readFile())
    } catch {
      throw CommandFailure(.refused, "\(file): \(error.message)")
    }
    guard !cases.isEmpty else { throw CommandFailure(.refused, "\(file) contains no cases.") }
    var failed = 0
    for entry in cases {
      let (verdict, reason) = entry.run()
      guard verdict != entry.expected else { continue }
      failed += 1
      try Terminal.print(
        "FAIL \(entry.name): expected \(entry.expected.rawValue), got \(verdict.rawValue): \(reason)")
    }
    try Terminal.print("\(cases.count - failed) passed, \(failed) failed")
    if failed > 0 { throw ExitCode(ExitStatus.refused.rawValue) }
  }

  private func readFile() throws(RulesRequestError) -> [UInt8] {
    do throws(CommandFailure) {
      return try RulesFile.read(file)
    } catch {
      throw RulesRequestError(message: error.message)
    }
  }
}
