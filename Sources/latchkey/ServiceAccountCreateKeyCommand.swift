import ArgumentParser
import Identity

struct ServiceAccountCreateKeyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create-key",
    abstract: "Create another key for a service account and write its file.",
    discussion: """
      The account's other keys stay valid. Delete an old key when no program uses it.

      EXAMPLE
        latchkey project service-account create-key my-app backend --output new.json

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Argument(help: "The account's name or address.")
  var name: String

  @OptionGroup var file: KeyFileOptions

  func run() async throws {
    try await data.withBackend { backend in
      _ = try await backend.requireProject(id)
      let made = try await file.write(config: data.config) {
        try await backend.administration.createServiceAccountKey(name, in: id)
      } takeBack: { made in
        try await backend.administration.deleteServiceAccountKey(made.keyID, of: made.account.email, in: id)
      }
      Terminal.note("Created the key \(made.keyID) for \(made.account.email).")
    }
  }
}
