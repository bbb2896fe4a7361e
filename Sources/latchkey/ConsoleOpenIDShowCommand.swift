import ArgumentParser
import Operations

struct ConsoleOpenIDShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the console's OpenID provider, its groups and their roles.",
    discussion: """
      EXAMPLE
        latchkey console openid show --config latchkey.yaml

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.withBackend { backend in
      guard let settings = try await ConsoleAdministrators(service: backend.service).openID() else {
        return try Terminal.print("The console has no OpenID provider.")
      }
      try Terminal.print(settings.table)
    }
  }
}
