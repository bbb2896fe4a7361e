import ArgumentParser
import Foundation
import Identity

struct AdminTokenListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List a project's administrator tokens by name.",
    discussion: """
      EXAMPLE
        latchkey project admin-token list my-app

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  func run() async throws {
    try await data.withBackend { backend in
      let tokens = try await backend.requireProject(id).administratorTokens
      guard !tokens.isEmpty else { return try Terminal.print("The project has no administrator tokens.") }
      let now = backend.service.clock.now()
      var table = TextTable(header: ["NAME", "SCOPES", "MADE", "GOOD UNTIL"])
      table.rows = tokens.map { token in
        let scopes = AccessScope.allCases.filter(token.scopes.contains).map(\.shortName)
        let end = token.expiresAt.map {
          $0.date.formatted(.iso8601) + ($0 <= now ? " (expired)" : "")
        }
        return [
          token.name, scopes.joined(separator: ","), token.createdAt.date.formatted(.iso8601),
          end ?? "it is deleted",
        ]
      }
      try Terminal.print(table.text)
    }
  }
}
