import ArgumentParser
import Identity
import Operations

struct ConsoleInviteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite",
    abstract: "Add an administrator and show their invitation link.",
    discussion: """
      The link is valid once, for an hour. Standard output contains only the link. Send it to the administrator over a \
      channel that you trust.

      A viewer sees users and settings. An editor also changes them. Only an owner manages administrators, and changes the \
      addresses of \(DataDestination.namesForOwners).

      EXAMPLES
        latchkey console invite bob@example.com editor --config latchkey.yaml
        latchkey console invite eve@example.com viewer --project shop --config latchkey.yaml

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The administrator's e-mail address.")
  var email: String

  @Argument(help: "The role: viewer, editor or owner.")
  var role: ConsoleRole

  @Option(
    help:
      "A project for which the role is valid. Repeat the option for more. (default: all projects and the server)",
    transform: parseProjectID)
  var project: [ProjectID] = []

  func run() async throws {
    // Reads the origin before it adds the administrator, because a configuration without an origin is refused.
    let origin = try data.config.map { try ConfigurationOptions.publicOrigin(of: $0) } ?? ""
    try await data.withBackend { backend in
      let administrators = ConsoleAdministrators(service: backend.service)
      guard let console = try await administrators.project() else { throw CommandFailure.noConsole }
      var rights = ConsoleRights()
      if project.isEmpty { rights.add(role, in: nil) }
      for id in project { rights.add(role, in: id) }
      var caller = Caller(project: console, authority: .administrator)
      caller.actor = .thisUser
      // Only the code is used, but it is created together with a link, which needs an origin.
      caller.links = ActionLinks(origins: [origin.isEmpty ? "http://127.0.0.1" : origin])
      let (chosen, acting) = (rights, caller)
      let code = try await backend.service.audited(.accountCreation, acting) { () async throws in
        let id = try await administrators.add(email, rights: chosen, acting)
        return try await administrators.invitationCode(for: id, acting)
      }
      let path = "/console/invitation?code=\(code)"
      Terminal.note("\(PlainText.line(email)) was added. The link is valid for an hour:")
      try Terminal.deliver(origin + path)
    }
  }
}

extension ConsoleRole: ExpressibleByArgument {}

extension CommandFailure {
  static var noConsole: CommandFailure {
    CommandFailure(
      .refused, "The console has no owner yet. Create one with \"latchkey console create-owner\".")
  }
}
