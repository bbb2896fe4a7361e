import ArgumentParser
import Identity

struct WebhookDeliveriesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deliveries",
    abstract: "List the last attempts to deliver events to a webhook.",
    discussion: """
      The newest attempt is first. The server stores the last \(WebhookAttempt.maximumCount) attempts.

      EXAMPLE
        latchkey project webhook deliveries my-app ID

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions
  @OptionGroup var which: WebhookOptions

  func run() async throws {
    try await data.withWebhooks { backend in
      let webhook = try await backend.webhooks.webhook(which.id, in: which.project)
      let attempts = try await backend.webhooks.attempts(of: webhook)
      guard !attempts.isEmpty else { return try Terminal.print("No event was sent to the webhook yet.") }
      var table = TextTable(header: ["AT", "KIND", "ACCOUNT", "ID", "MS", "OUTCOME"])
      table.rows = attempts.map { attempt in
        [
          attempt.at.iso8601, attempt.kind, attempt.account?.rawValue ?? "", attempt.messageID,
          String(attempt.milliseconds), attempt.error ?? "HTTP \(attempt.status ?? 0)",
        ]
      }
      try Terminal.print(table.text)
    }
  }
}
