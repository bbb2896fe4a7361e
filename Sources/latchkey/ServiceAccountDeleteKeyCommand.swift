import ArgumentParser
import Identity

struct ServiceAccountDeleteKeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete-key",
    abstract: "Delete a key of a service account.",
    discussion: """
      Within a second, the server refuses custom tokens that the key signed, and access tokens that it requested.

      EXAMPLE
        latchkey project service-account delete-key my-app backend KEY-ID

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Argument(help: "The account's name or address.")
  var name: String

  @Argument(help: "The key's id. \"list\" shows it.")
  var keyId: String

  func run() async throws {
    try await data.withBackend { backend in
      try await backend.administration.deleteServiceAccountKey(keyId, of: name, in: id)
      try Terminal.print("Deleted the key \(keyId).")
    }
  }
}
