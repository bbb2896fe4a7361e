import ArgumentParser
import Foundation
import Identity

struct WebhookListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List a project's webhooks.",
    discussion: """
      EXAMPLES
        latchkey project webhook list my-app
        latchkey project webhook list my-app --json

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Flag(help: "Print JSON, for programs.")
  var json = false

  func run() async throws {
    try await data.withWebhooks { backend in
      if json {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let list = try encoder.encode(await backend.webhooks.list(in: backend.requireProject(id).id))
        return try Terminal.print(PlainText.json(String(decoding: list, as: UTF8.self)))
      }
      let webhooks = try await backend.requireProject(id).webhooks
      guard !webhooks.isEmpty else { return try Terminal.print("The project has no webhooks.") }
      var table = TextTable(header: ["WEBHOOK", "STATE", "ADDRESS", "KINDS", "DESCRIPTION"])
      table.rows = webhooks.map { [$0.id, $0.stateText, $0.url, $0.kindsText, $0.description ?? ""] }
      try Terminal.print(table.text)
    }
  }
}
