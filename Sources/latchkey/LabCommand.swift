import ArgumentParser

struct LabCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lab",
    abstract: "Get tokens from a development server's provider lab.",
    discussion: """
      EXAMPLES
        latchkey lab token apple.com --sub 001234.abc --raw-nonce secret
        latchkey lab token github.com --person grace
        latchkey lab faults

      \(ExitStatus.help)
      """,
    subcommands: [LabTokenCommand.self, LabFaultsCommand.self])
}
