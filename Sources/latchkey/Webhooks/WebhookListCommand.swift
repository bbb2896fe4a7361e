import ArgumentParser
import Identity

struct WebhookListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List a project's webhooks.",
    discussion: """
      EXAMPLE
        latchkey project webhook list my-app

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  func run() async throws {
    try await data.withWebhooks { backend in
      let webhooks = try await backend.requireProject(id).webhooks
      guard !webhooks.isEmpty else { return try Terminal.print("The project has no webhook.") }
      var table = TextTable(header: ["WEBHOOK", "STATE", "ADDRESS", "KINDS"])
      table.rows = webhooks.map { [$0.id, $0.stateText, $0.url, $0.kindsText] }
      try Terminal.print(table.text)
    }
  }
}
