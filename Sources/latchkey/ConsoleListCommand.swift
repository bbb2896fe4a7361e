import ArgumentParser
import Foundation
import Identity
import Operations

struct ConsoleListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the administrators.",
    discussion: """
      EXAMPLES
        latchkey console list --config latchkey.yaml

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.withBackend { backend in
      let administrators = try await ConsoleAdministrators(service: backend.service).all()
      guard !administrators.isEmpty else {
        return try Terminal.print(
          "The console has no owner yet. Create one with \"latchkey console create-owner\".")
      }
      var table = TextTable(header: ["E-MAIL", "ROLES", "STATE", "LAST SIGN-IN"])
      table.rows = administrators.map { administrator in
        [
          administrator.email, administrator.rights.text,
          administrator.isManaged
            ? "by OpenID group"
            : administrator.hasPassword
              ? (administrator.hasFactor ? "active" : "no one-time passwords yet") : "invited",
          administrator.lastSignInAt.map { $0.date.formatted(.iso8601) } ?? "never",
        ]
      }
      try Terminal.print(table.text)
    }
  }
}
