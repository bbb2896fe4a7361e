import ArgumentParser
import Identity

struct WebhookReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Send the events of a period again.",
    discussion: """
      A running server sends them in their order, beside new events. They have the same ids as before, and the user's \
      record as it is now. A new replay replaces one that is running.

      EXAMPLES
        latchkey project webhook replay my-app ID --from 2026-01-31
        latchkey project webhook replay my-app ID --from 2026-01-31T12:00:00Z \\
          --to 2026-01-31T14:00:00Z

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions
  @OptionGroup var which: WebhookOptions

  @Option(help: "Send events from this day, or from this moment in RFC 3339.", transform: parseMoment)
  var from: Instant

  @Option(
    help: "Send events before this day, or before this moment in RFC 3339. (default: now)",
    transform: parseMoment)
  var to: Instant?

  func run() async throws {
    try await data.withWebhooks { backend in
      let webhook = try await backend.webhooks.replay(which.id, from: from, to: to, in: which.project)
      let status = try await backend.webhooks.status(of: webhook, in: which.project)
      try Terminal.print(
        "The replay looks through \(status.replayWaiting ?? 0) audit records. \"show\" tells how far it is.")
    }
  }
}
