import ArgumentParser
import Identity

struct ProjectCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a project with its own API key.",
    discussion: """
      EXAMPLES
        latchkey project create my-app
        latchkey project create my-app --name "My app" --domain app.example.com

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(
    help: "The new project's id: 1 to 63 lower-case letters, digits and hyphens, beginning with a letter.",
    transform: parseProjectID)
  var id: ProjectID

  @Option(help: "The display name.")
  var name: String?

  @Option(
    help: """
      A domain to which sign-ins may return, also to its sub-domains. Repeat the option for more. (default: localhost)
      """)
  var domain: [String] = []

  @Option(
    help: """
      The issuer of the project's ID tokens: an https address that no other project uses. With https://SERVER/<id>, \
      verifiers can discover this server's keys from the issuer. (default: https://securetoken.google.com/<id>, \
      which the official Admin SDKs require)
      """)
  var issuer: String?

  func run() async throws {
    try await data.withBackend(creating: true) { backend in
      let project = try await backend.administration.create(
        id, displayName: name, authorizedDomains: domain.isEmpty ? ["localhost"] : domain,
        tokenIssuer: issuer)
      try Terminal.print(
        """
        Created the project \(project.id).
        API key: \(project.apiKeys.first ?? "")
        """)
    }
  }
}
