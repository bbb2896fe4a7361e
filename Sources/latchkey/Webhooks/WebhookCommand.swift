import ArgumentParser

struct WebhookCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "webhook",
    abstract: "Send events about a project's users to your own addresses.",
    discussion: """
      A running server sends each event soon after it happens. It keeps the order of each account's events, signs each \
      message according to Standard Webhooks (https://www.standardwebhooks.com), and retries until the status is 2xx.

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
