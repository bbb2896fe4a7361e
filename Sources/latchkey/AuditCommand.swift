import ArgumentParser

struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Read and verify the log of who did what to which account.",
    discussion: """
      Every change of an account, a project, a tenant or a key is recorded in the transaction that makes it, and so \
      is every refused sign-in. The records of a project are chained by hashes, and so are those of the \
      installation, such as new signing keys; "-" stands for the latter.

      EXAMPLES
        latchkey audit export --project my-app --since 2026-01-31
        latchkey audit head > /elsewhere/heads
        latchkey audit verify --heads /elsewhere/heads

      \(ExitStatus.help)
      """,
    subcommands: [AuditVerifyCommand.self, AuditHeadCommand.self, AuditExportCommand.self])
}
