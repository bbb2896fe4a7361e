import ArgumentParser

struct RulesExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Show how rules decide about one request, expression by expression.",
    discussion: """
      The request has the same form as in "latchkey rules test". Rules are shown in the order of their evaluation. A \
      star marks the rule that decided.

      EXAMPLE
        echo '{"method": "read", "path": "/users/ann", "auth": {"uid": "ann"}}' |
          latchkey rules explain database.rules.json -

      \(ExitStatus.help)
      """)

  @Argument(help: "The rules.")
  var file: String

  @Argument(help: "The request, or a case that contains a request; - reads standard input.")
  var request: String

  func run() throws {
    let rules = try RulesFile(file)
    let json = try RulesFile.json(request)
    try Terminal.print(RulesReport.whole(try rules.explain(json["request"] ?? json)))
  }
}
