import ArgumentParser
import Operations

struct ConsoleOpenIDDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Remove the console's OpenID provider.",
    discussion: """
      Administrators who have access only through its groups are signed out and removed. Other administrators sign in \
      with their passwords.

      EXAMPLE
        latchkey console openid delete --config latchkey.yaml

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.withBackend { backend in
      let administrators = ConsoleAdministrators(service: backend.service)
      try await backend.audited(.providerUpdate, administrators) { try await administrators.deleteOpenID() }
      try Terminal.print("Removed the console's OpenID provider.")
    }
  }
}
