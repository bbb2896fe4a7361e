import ArgumentParser

struct ServiceAccountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "service-account",
    abstract: "Manage accounts for programs that administer the project or sign custom tokens.",
    discussion: """
      The official Admin SDKs call a service account's file a certificate or a service account key. The file contains a \
      private key. Latchkey stores only the public key.

      EXAMPLES
        latchkey project service-account create my-app backend --output backend.json
        latchkey project service-account list my-app
        latchkey project service-account delete my-app backend

      \(ExitStatus.help)
      """,
    subcommands: [
      ServiceAccountCreateCommand.self, ServiceAccountCreateKeyCommand.self, ServiceAccountListCommand.self,
      ServiceAccountDeleteKeyCommand.self, ServiceAccountDeleteCommand.self,
    ])
}
