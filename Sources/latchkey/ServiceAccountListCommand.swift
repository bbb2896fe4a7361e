import ArgumentParser
import Foundation
import Identity

struct ServiceAccountListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List a project's service accounts and their keys.",
    discussion: """
      EXAMPLE
        latchkey project service-account list my-app

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  func run() async throws {
    try await data.withBackend { backend in
      let accounts = try await backend.requireProject(id).serviceAccounts
      guard !accounts.isEmpty else {
        return try Terminal.print("The project has no service accounts.")
      }
      var table = TextTable(header: ["ACCOUNT", "SCOPES", "KEY", "MADE"])
      for account in accounts {
        let scopes = AccessScope.allCases.filter(account.scopes.contains).map(\.shortName)
        let what = scopes.isEmpty ? "custom tokens only" : scopes.joined(separator: ",")
        if account.keys.isEmpty { table.rows.append([account.email, what, "none", ""]) }
        for key in account.keys {
          table.rows.append([account.email, what, key.id, key.createdAt.date.formatted(.iso8601)])
        }
      }
      try Terminal.print(table.text)
    }
  }
}
