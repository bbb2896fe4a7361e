import ArgumentParser
import Identity

struct WebhookDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a webhook, its secret and its waiting events.",
    discussion: """
      EXAMPLE
        latchkey project webhook delete my-app ID

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions
  @OptionGroup var which: WebhookOptions

  func run() async throws {
    try await data.withWebhooks { backend in
      try await backend.webhooks.delete(which.id, in: which.project)
      try Terminal.print("Deleted the webhook \(which.id).")
    }
  }
}
