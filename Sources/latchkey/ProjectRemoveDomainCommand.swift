import ArgumentParser
import Identity

struct ProjectRemoveDomainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove-domain",
    abstract: "Stop sign-ins from returning to a domain.",
    discussion: """
      EXAMPLE
        latchkey project remove-domain my-app localhost

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Argument(help: "The domain, as in the list of \"latchkey project show\".")
  var domain: String

  func run() async throws {
    try await data.withBackend { backend in
      let project = try await backend.administration.removeDomain(domain, from: id)
      try Terminal.print(
        project.authorizedDomains.isEmpty
          ? "The project has no authorized domain now."
          : "Authorized domains: " + project.authorizedDomains.joined(separator: ", "))
    }
  }
}
