import ArgumentParser
import Composition
import Identity
import Operations

struct ConsoleRoleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set-role",
    abstract: "Change an administrator's role, for all projects or for one.",
    discussion: """
      If an administrator has a role for one project and a role for all projects, the higher role applies. The \
      administrator is signed out. The role "none" removes the role.

      EXAMPLES
        latchkey console set-role bob@example.com editor --config latchkey.yaml
        latchkey console set-role bob@example.com owner --project shop \\
          --config latchkey.yaml
        latchkey console set-role bob@example.com none --project shop \\
          --config latchkey.yaml

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The administrator's e-mail address.")
  var email: String

  @Argument(help: "The role: viewer, editor, owner or none.")
  var role: String

  @Option(
    help: "The project for which the role is valid. (default: all projects and the server)",
    transform: parseProjectID)
  var project: ProjectID?

  func validate() throws {
    guard role == "none" || ConsoleRole(rawValue: role) != nil else {
      throw ValidationError("The role must be viewer, editor, owner or none.")
    }
  }

  func run() async throws {
    try await data.withBackend { backend in
      let administrators = ConsoleAdministrators(service: backend.service)
      let known = try await administrators.administrator(email)
      try await backend.audited(.claimsChange, administrators) {
        try await administrators.setRole(ConsoleRole(rawValue: role), in: project, of: known.id)
      }
      let roles = try await administrators.administrator(email).rights.text
      try Terminal.print("\(PlainText.line(email)): \(roles)")
    }
  }
}

extension Backend {
  /// Runs a change of the console's administrators so that the audit log names this program's user.
  func audited<Answer: Sendable>(
    _ action: AuditAction, _ administrators: ConsoleAdministrators, _ body: () async throws -> Answer
  ) async throws -> Answer {
    guard let console = try await administrators.project() else { throw CommandFailure.noConsole }
    var caller = Caller(project: console, authority: .administrator)
    caller.actor = .thisUser
    return try await service.audited(action, caller, body)
  }
}
