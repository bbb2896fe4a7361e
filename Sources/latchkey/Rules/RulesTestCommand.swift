import ArgumentParser
import IdentityWire
import SecurityRules

struct RulesTestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Test rules with requests, and show which expression decided.",
    discussion: """
      The file of cases is a list of {"name", "expect": "allow" or "deny", "request": {…}}. A request has \
      "auth", "path", "method" and "time". For a database, it also has "data", "newData" and "query". For Storage and \
      Firestore, it also has "resource", "requestResource" and "documents".

      EXAMPLE
        latchkey rules test storage.rules cases.json

      \(ExitStatus.help)
      """)

  @Argument(help: "The rules.")
  var file: String

  @Argument(help: "The cases; - reads standard input.")
  var cases: String

  func run() throws {
    let rules = try RulesFile(file)
    guard let cases = try RulesFile.json(cases).arrayValue else {
      throw CommandFailure(.refused, "\(self.cases) contains no list of cases.")
    }
    guard !cases.isEmpty else { throw CommandFailure(.refused, "\(self.cases) contains no cases.") }
    var failed = 0
    for (index, test) in cases.enumerated() {
      let name = test["name"]?.stringValue ?? "case \(index + 1)"
      guard let expected = test["expect"]?.stringValue, ["allow", "deny"].contains(expected) else {
        throw CommandFailure(.refused, "\(name): \"expect\" is neither \"allow\" nor \"deny\".")
      }
      let explanation: RulesExplanation
      do throws(CommandFailure) {
        explanation = try rules.explain(test["request"] ?? [:])
      } catch {
        throw CommandFailure(error.status, "\(name): \(error.message)")
      }
      let isExpected = explanation.isAllowed == (expected == "allow")
      if !isExpected { failed += 1 }
      let head = isExpected ? "ok    \(name)" : "FAIL  \(name): expected \(expected)"
      let lines = RulesReport.summary(explanation).split(separator: "\n").map { "      \($0)" }
      try Terminal.print(([head] + lines).joined(separator: "\n"))
    }
    try Terminal.print("\(cases.count - failed) passed, \(failed) failed")
    if failed > 0 { throw CommandFailure(.refused, "\(failed) of \(cases.count) cases failed.") }
  }
}
