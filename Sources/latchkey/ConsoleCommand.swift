import ArgumentParser

struct ConsoleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "console",
    abstract: "Manage the administrators of the web console.",
    discussion: """
      The console of "latchkey serve" is at /console. There is none until it has an owner, who invites the others \
      there or here.

      EXAMPLES
        latchkey console create-owner ann@example.com --config latchkey.yaml
        latchkey console invite bob@example.com editor --project shop
        latchkey console list --config latchkey.yaml

      \(ExitStatus.help)
      """,
    subcommands: [
      ConsoleCreateOwnerCommand.self, ConsoleListCommand.self, ConsoleInviteCommand.self,
      ConsoleRoleCommand.self, ConsoleRemoveCommand.self, ConsoleSessionsCommand.self,
      ConsoleOpenIDCommand.self,
    ])
}
