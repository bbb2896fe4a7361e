import ArgumentParser
import Identity

struct ProjectAddDomainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add-domain",
    abstract: "Allow sign-ins to return to a domain and its sub-domains.",
    discussion: """
      Sign-ins return to https pages only. For localhost, 127.0.0.1 and ::1, http is also allowed.

      EXAMPLE
        latchkey project add-domain my-app app.example.com

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Argument(help: "The host, without scheme, port and path.")
  var domain: String

  func run() async throws {
    try await data.withBackend { backend in
      let project = try await backend.administration.addDomain(domain, to: id)
      try Terminal.print("Authorized domains: " + project.authorizedDomains.joined(separator: ", "))
    }
  }
}
