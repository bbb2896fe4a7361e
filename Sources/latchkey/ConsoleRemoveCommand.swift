import ArgumentParser
import Operations

struct ConsoleRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove an administrator.",
    discussion: """
      Their sessions end at once. Somebody whom a group at the OpenID provider lets in comes back at the next \
      sign-in: take them out of the group.

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
