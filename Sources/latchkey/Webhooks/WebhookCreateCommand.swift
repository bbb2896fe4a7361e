import ArgumentParser
import Identity

struct WebhookCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a webhook and show its secret once.",
    discussion: """
      The webhook receives events that happen from now on. Standard output contains only the secret. All other text goes \
      to standard error.

      EXAMPLES
        latchkey project webhook create my-app https://example.com/hook > secret.txt
        latchkey project webhook create my-app https://example.com/hook \\
          --kind user.created --kind user.deleted --no-user-record

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Argument(help: "The https address that receives the events.")
  var address: String

  @OptionGroup var content: WebhookContentOptions

  func run() async throws {
    try await data.withWebhooks { backend in
      let made = try await backend.webhooks.create(address, content.change, in: id)
      Terminal.note("Created the webhook \(made.webhook.id). Its secret:")
      do throws(CommandFailure) {
        try Terminal.deliver(made.secret.reveal())
      } catch {
        // The output failed, so the administrator did not receive the secret.
        try await backend.webhooks.delete(made.webhook.id, in: id)
        throw error
      }
    }
  }
}
