import ArgumentParser
import Identity

struct ProjectCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Make a project with an API key of its own.",
    discussion: """
      EXAMPLES
        latchkey project create my-app
        latchkey project create my-app --name "My app" --domain app.example.com

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(
    help: "The new project's id: 1 to 63 lower-case letters, digits and hyphens, a letter first.",
    transform: parseProjectID)
  var id: ProjectID

  @Option(help: "A name for people.")
  var name: String?

  @Option(
    help: """
      A domain to which sign-ins may return; it covers its sub-domains. Repeat it for more. (default: localhost)
      """)
  var domain: [String] = []

  @Option(
    help: """
      The issuer of the project's ID tokens, an https address that no other project has. With https://SERVER/<id>, \
      verifiers that start from the issuer find this server's keys. (default: https://securetoken.google.com/<id>, \
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
        Made the project \(project.id).
        API key: \(project.apiKeys.first ?? "")
        """)
    }
  }
}
