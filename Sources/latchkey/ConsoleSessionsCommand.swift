import ArgumentParser
import Foundation
import Identity
import Operations

struct ConsoleSessionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions",
    abstract: "List or end an administrator's sessions in the console.",
    discussion: """
      EXAMPLES
        latchkey console sessions bob@example.com --config latchkey.yaml
        latchkey console sessions bob@example.com --end-all --config latchkey.yaml

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The administrator's e-mail address.")
  var email: String

  @Option(help: ArgumentHelp("End the session with this id. The list shows the ids.", valueName: "id"))
  var end: String?

  @Flag(help: "End all sessions.")
  var endAll = false

  func validate() throws {
    guard end == nil || !endAll else { throw ValidationError("Choose one of --end and --end-all.") }
  }

  func run() async throws {
    try await data.withBackend { backend in
      let administrators = ConsoleAdministrators(service: backend.service)
      let id = try await administrators.administrator(email).id
      if endAll {
        try await backend.audited(.revocation, administrators) {
          try await administrators.endSessions(of: id)
        }
      } else if let end {
        try await backend.audited(.revocation, administrators) {
          try await administrators.endSession(end, of: id)
        }
      }
      let sessions = try await administrators.sessions(of: id)
      guard !sessions.isEmpty else { return try Terminal.print("\(PlainText.line(email)) has no sessions.") }
      var table = TextTable(header: ["ID", "BEGUN", "LAST SEEN", "NETWORK", "PROGRAM", "BY"])
      table.rows = sessions.map { session in
        [
          session.name, session.begunAt.date.formatted(.iso8601),
          session.lastSeenAt.date.formatted(.iso8601), session.origin.network ?? "",
          PlainText.line(session.origin.program ?? ""), session.isByOpenID ? "OpenID" : "password",
        ]
      }
      try Terminal.print(table.text)
    }
  }
}
