import ArgumentParser

struct ServiceAccountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "service-account",
    abstract: "Make accounts for programs that administer the project or sign custom tokens.",
    discussion: """
      A service account's file is what the official Admin SDKs call a certificate or service account key. It \
      holds a private key that Latchkey does not keep.

      EXAMPLES
        latchkey project service-account create my-app backend --key-file backend.json
        latchkey project service-account list my-app
        latchkey project service-account delete my-app backend

      \(ExitStatus.help)
      """,
    subcommands: [
      ServiceAccountCreateCommand.self, ServiceAccountCreateKeyCommand.self, ServiceAccountListCommand.self,
      ServiceAccountDeleteKeyCommand.self, ServiceAccountDeleteCommand.self,
    ])
}
