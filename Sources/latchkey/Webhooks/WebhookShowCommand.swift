import ArgumentParser
import Identity

struct WebhookShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a webhook and its progress.",
    discussion: """
      The secret is never shown again.

      EXAMPLE
        latchkey project webhook show my-app ID

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions
  @OptionGroup var which: WebhookOptions

  func run() async throws {
    try await data.withWebhooks { backend in
      let webhook = try await backend.webhooks.webhook(which.id, in: which.project)
      let status = try await backend.webhooks.status(of: webhook, in: which.project)
      var lines = [
        "id           \(webhook.id)", "address      \(webhook.url)", "state        \(webhook.stateText)",
        "kinds        \(webhook.kindsText)", "user record  \(webhook.includesUser ? "sent" : "not sent")",
        "made         \(webhook.createdAt.iso8601)", "waiting      \(status.waiting) audit records",
      ]
      if let description = webhook.description { lines.append("description  \(description)") }
      if let end = webhook.secrets.dropFirst().first?.expiresAt {
        lines.append("previous secret also signs until \(end.iso8601)")
      }
      if let since = status.failingSince {
        lines.append("failing      since \(since.iso8601), \(status.failures) times")
      }
      if let next = status.nextTry { lines.append("next try     \(next.iso8601)") }
      if let replay = webhook.replay, let waiting = status.replayWaiting {
        lines.append(
          "replay       \(replay.start.iso8601) to \(replay.end.iso8601): "
            + (waiting == 0 ? "done" : "\(waiting) audit records wait"))
      }
      try Terminal.print(lines.map { PlainText.line($0) }.joined(separator: "\n"))
    }
  }
}
