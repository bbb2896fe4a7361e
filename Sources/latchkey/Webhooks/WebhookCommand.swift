import ArgumentParser

struct WebhookCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "webhook",
    abstract: "Send what happens to a project's users to addresses of its own.",
    discussion: """
      A running server sends each event once it happened, in the order of each account, signed as Standard Webhooks \
      (https://www.standardwebhooks.com) says, and again until an answer of 2xx takes it.

      EXAMPLES
        latchkey project webhook create my-app https://example.com/hook
        latchkey project webhook list my-app
        latchkey project webhook deliveries my-app ID

      \(ExitStatus.help)
      """,
    subcommands: [
      WebhookCreateCommand.self, WebhookListCommand.self, WebhookShowCommand.self, WebhookSetCommand.self,
      WebhookRotateSecretCommand.self, WebhookTestCommand.self, WebhookReplayCommand.self,
      WebhookDeliveriesCommand.self, WebhookDeleteCommand.self,
    ])
}
