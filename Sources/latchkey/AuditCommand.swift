import ArgumentParser

struct AuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Export and verify the audit log.",
    discussion: """
      The log contains every change of an account, a project, a tenant or a key. The record of a change is written in \
      the same transaction as the change. The log also contains every refused sign-in. Each project's records form a \
      chain, linked by hashes. Records without a project, such as those of new signing keys, form the installation's \
      chain, whose name is "-".

      EXAMPLES
        latchkey audit export --project my-app --since 2026-01-31
        latchkey audit head > /elsewhere/heads
        latchkey audit verify --heads /elsewhere/heads

      \(ExitStatus.help)
      """,
    subcommands: [AuditVerifyCommand.self, AuditHeadCommand.self, AuditExportCommand.self])
}
