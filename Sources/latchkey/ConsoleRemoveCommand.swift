import ArgumentParser
import Operations

struct ConsoleRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove an administrator.",
    discussion: """
      The administrator's sessions end at once. If a group at the OpenID provider gives the administrator access, also \
      remove the administrator from the group. Otherwise, the next sign-in adds the administrator again.

      EXAMPLE
        latchkey console remove bob@example.com --config latchkey.yaml

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The administrator's e-mail address.")
  var email: String

  func run() async throws {
    try await data.withBackend { backend in
      let administrators = ConsoleAdministrators(service: backend.service)
      let known = try await administrators.administrator(email)
      try await backend.audited(.deletion, administrators) { try await administrators.remove(known.id) }
      try Terminal.print("Removed \(PlainText.line(email)).")
    }
  }
}
