import ArgumentParser

struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "Check and test security rules.",
    discussion: """
      Rules of the Realtime Database are JSON documents. Rules of Cloud Storage and Cloud Firestore have their own \
      language. The command recognises the language by the first character of a file.

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
