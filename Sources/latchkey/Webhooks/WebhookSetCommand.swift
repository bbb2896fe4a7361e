import ArgumentParser
import Identity

struct WebhookSetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change a webhook, or turn it on or off.",
    discussion: """
      Events wait while a webhook is off. Settings without an option stay unchanged.

      EXAMPLES
        latchkey project webhook set my-app ID --enable
        latchkey project webhook set my-app ID --kind user.deleted
        latchkey project webhook set my-app ID --address https://example.com/new

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions
  @OptionGroup var which: WebhookOptions

  @Option(help: "The https address that receives the events.")
  var address: String?

  @Flag(help: "Turn the webhook on. It continues with the first event that was not delivered.")
  var enable = false

  @Flag(help: "Turn the webhook off.")
  var disable = false

  @Flag(help: "Send events of all kinds.")
  var allKinds = false

  @OptionGroup var content: WebhookContentOptions

  func validate() throws {
    guard !enable || !disable else { throw ValidationError("Choose one of --enable and --disable.") }
    guard !allKinds || content.kind.isEmpty else {
      throw ValidationError("Choose one of --kind and --all-kinds.")
    }
  }

  func run() async throws {
    var change = content.change
    change.url = address
    if enable || disable { change.isEnabled = enable }
    if allKinds { change.kinds = [] }
    let wanted = change
    try await data.withWebhooks { backend in
      let webhook = try await backend.webhooks.change(which.id, wanted, in: which.project)
      try Terminal.print("Changed the webhook \(webhook.id): it is \(webhook.stateText).")
    }
  }
}
