import ArgumentParser
import Identity

struct AdminTokenDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a token.",
    discussion: """
      A running server refuses the token within a second.

      EXAMPLE
        latchkey project admin-token delete my-app nightly-export

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Argument(help: "The token's name.")
  var name: String

  func run() async throws {
    try await data.withBackend { backend in
      try await backend.administration.deleteAdministratorToken(name, in: id)
      try Terminal.print("Deleted the token \(name).")
    }
  }
}
