import ArgumentParser

struct UsersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "users",
    abstract: "Manage, import and export a project's users.",
    discussion: """
      The audit log records the changes of these commands, with the name of the person who runs them. The files of import \
      and export have the format of "firebase auth:export" and "firebase auth:import": JSON or CSV.

      EXAMPLES
        latchkey users list my-app --email ann@
        latchkey users create my-app --email ann@example.com --ask-password
        latchkey users set-claims my-app UID '{"role": "admin"}'
        latchkey users import my-app users.json --hash-algo SCRYPT \\
          --hash-key-file signer-key.txt --salt-separator Bw== \\
          --rounds 8 --mem-cost 14
        latchkey users export my-app users.json
        latchkey users hash-parameters my-app

      \(ExitStatus.help)
      """,
    subcommands: [
      UsersListCommand.self, UsersGetCommand.self, UsersCreateCommand.self, UsersUpdateCommand.self,
      UsersSetClaimsCommand.self, UsersRevokeCommand.self, UsersDeleteCommand.self, UsersBatchCommand.self,
      UsersImportCommand.self, UsersExportCommand.self, UsersHashParametersCommand.self,
    ])
}
