import ArgumentParser
import Identity

struct ProjectAddDomainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add-domain",
    abstract: "Let sign-ins return to a domain and its sub-domains.",
    discussion: """
      Pages of the domain are returned to by https. Plain http is for localhost, 127.0.0.1 and ::1 alone.

      EXAMPLE
        latchkey project add-domain my-app app.example.com

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Argument(help: "The host alone: no scheme, port or path.")
  var domain: String

  func run() async throws {
    try await data.withBackend { backend in
      let project = try await backend.administration.addDomain(domain, to: id)
      try Terminal.print("Authorized domains: " + project.authorizedDomains.joined(separator: ", "))
    }
  }
}
