import ArgumentParser

struct ConsoleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "console",
    abstract: "Manage the administrators of the web console.",
    discussion: """
      "latchkey serve" serves the console at /console as soon as the console has an owner. An owner invites the other \
      administrators, in the console or with "latchkey console invite".

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
