import ArgumentParser
import Identity

struct WebhookReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Send the events of a period again.",
    discussion: """
      A running server sends these events in their original order, together with new events. The events have their \
      original ids, and the current user record. A new replay replaces a running replay.

      EXAMPLES
        latchkey project webhook replay my-app ID --from 2026-01-31
        latchkey project webhook replay my-app ID --from 2026-01-31T12:00:00Z \\
          --to 2026-01-31T14:00:00Z

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions
  @OptionGroup var which: WebhookOptions

  @Option(help: "Send events since this day, or since this time in RFC 3339 format.", transform: parseMoment)
  var from: Instant

  @Option(
    help: "Send events before this day, or before this time in RFC 3339 format. (default: now)",
    transform: parseMoment)
  var to: Instant?

  func run() async throws {
    try await data.withWebhooks { backend in
      let webhook = try await backend.webhooks.replay(which.id, from: from, to: to, in: which.project)
      let status = try await backend.webhooks.status(of: webhook, in: which.project)
      try Terminal.print(
        "The replay reads \(status.replayWaiting ?? 0) audit records. \"show\" prints its progress.")
    }
  }
}
