import ArgumentParser
import Identity

struct ProviderDisableCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable",
    abstract: "Disable sign-ins with a provider.",
    discussion: """
      The provider's settings and users stay. To enable the provider again, use "latchkey provider set" with --enabled.

      EXAMPLE
        latchkey provider disable my-app facebook.com

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Argument(help: "The provider's id, such as facebook.com.")
  var provider: String

  func run() async throws {
    try await data.withBackend { backend in
      _ = try await backend.administration.disableProvider(provider, in: id)
      try Terminal.print("Disabled \(provider) in \(id).")
    }
  }
}
