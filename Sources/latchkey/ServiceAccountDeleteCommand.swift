import ArgumentParser
import Identity

struct ServiceAccountDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a service account with all of its keys.",
    discussion: """
      Within a second, the server refuses the custom tokens and access tokens of the account.

      EXAMPLE
        latchkey project service-account delete my-app backend

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Argument(help: "The account's name or address.")
  var name: String

  func run() async throws {
    try await data.withBackend { backend in
      try await backend.administration.deleteServiceAccount(name, in: id)
      try Terminal.print("Deleted the service account \(name).")
    }
  }
}
