import ArgumentParser

struct UsersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "users",
    abstract: "Bring a project's users in and take them out.",
    discussion: """
      The files are those of "firebase auth:export" and "firebase auth:import", as JSON or CSV.

      EXAMPLES
        latchkey users import my-app users.json --hash-algo SCRYPT \\
          --hash-key-file signer-key.txt --salt-separator Bw== \\
          --rounds 8 --mem-cost 14
        latchkey users export my-app users.json
        latchkey users hash-parameters my-app

      \(ExitStatus.help)
      """,
    subcommands: [UsersImportCommand.self, UsersExportCommand.self, UsersHashParametersCommand.self])
}
