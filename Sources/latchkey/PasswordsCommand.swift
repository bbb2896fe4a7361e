import ArgumentParser

struct PasswordsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passwords",
    abstract: "Prepare the check of new passwords against a list of leaked passwords.",
    discussion: """
      EXAMPLES
        latchkey passwords build-filter leaked.txt --output leaked.filter
        latchkey passwords check leaked.filter

      \(ExitStatus.help)
      """,
    subcommands: [PasswordsBuildFilterCommand.self, PasswordsCheckCommand.self])
}
