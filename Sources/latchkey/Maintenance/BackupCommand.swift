import ArgumentParser

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copy the database while the server runs, and test a copy.",
    discussion: """
      "latchkey backup FILE" makes a copy. "latchkey serve" makes copies by itself if its configuration sets \
      backup.schedule. "latchkey backup drill" tests whether a copy can be restored: it restores a copy in a \
      temporary directory, starts a server on it, and signs in.

      EXAMPLES
        latchkey backup --config latchkey.yaml /backup/latchkey-2026-01-02.db
        latchkey backup drill --config latchkey.yaml

      \(ExitStatus.help)
      """,
    subcommands: [BackupCreateCommand.self, BackupDrillCommand.self],
    defaultSubcommand: BackupCreateCommand.self)
}
