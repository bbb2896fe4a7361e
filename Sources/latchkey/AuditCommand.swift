import ArgumentParser

struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Read and verify the log of who did what to which account.",
    discussion: """
      Every change of an account, a project, a tenant or a key is recorded in the transaction that makes it. Every \
      refused sign-in is recorded, too. Hashes chain the records of each project. The installation has a chain of its \
      own, such as for new signing keys; "-" is its name.

      EXAMPLES
        latchkey audit export --project my-app --since 2026-01-31
        latchkey audit head > /elsewhere/heads
        latchkey audit verify --heads /elsewhere/heads

      \(ExitStatus.help)
      """,
    subcommands: [AuditVerifyCommand.self, AuditHeadCommand.self, AuditExportCommand.self])
}
