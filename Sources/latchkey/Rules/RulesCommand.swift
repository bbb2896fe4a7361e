import ArgumentParser

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "Check and test security rules.",
    discussion: """
      Rules of the Realtime Database are JSON documents; those of Cloud Storage and Cloud Firestore are in a language \
      of their own. The first character of a file tells which rules it holds.

      EXAMPLES
        latchkey rules check database.rules.json
        latchkey rules test storage.rules cases.json
        latchkey rules explain storage.rules request.json

      \(ExitStatus.help)
      """,
    subcommands: [
      RulesCheckCommand.self, RulesTestCommand.self, RulesExplainCommand.self, RulesCasesCommand.self,
    ])
}
