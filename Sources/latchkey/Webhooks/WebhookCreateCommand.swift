import ArgumentParser
import Identity

struct WebhookCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Make a webhook and show its secret, once.",
    discussion: """
      It receives events that happen from now on. The secret alone goes to the output, everything else to the error \
      output.

      EXAMPLES
        latchkey project webhook create my-app https://example.com/hook > secret.txt
        latchkey project webhook create my-app https://example.com/hook \\
          --kind user.created --kind user.deleted --no-user-record

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Argument(help: "The address to send to: https.")
  var address: String

  @OptionGroup var content: WebhookContentOptions

  func run() async throws {
    try await data.withWebhooks { backend in
      let made = try await backend.webhooks.create(address, content.change, in: id)
      Terminal.note("Made the webhook \(made.webhook.id). Its secret:")
      do throws(CommandFailure) {
        try Terminal.deliver(made.secret.reveal())
      } catch {
        // The output failed, so nobody received the secret.
        try await backend.webhooks.delete(made.webhook.id, in: id)
        throw error
      }
    }
  }
}
