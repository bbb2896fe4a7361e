import ArgumentParser
import Identity

struct WebhookTestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Send a message of the kind webhook.test now.",
    discussion: """
      The message contains no user. It is sent once, also to a webhook that is off.

      EXAMPLE
        latchkey project webhook test my-app ID

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions
  @OptionGroup var which: WebhookOptions

  func run() async throws {
    try await data.withWebhooks { backend in
      let attempt = try await backend.webhooks.test(which.id, in: which.project)
      if let error = attempt.error {
        throw CommandFailure(.refused, "The message was not accepted: \(error).")
      }
      try Terminal.print("The message was accepted in \(attempt.milliseconds) ms.")
    }
  }
}
