import ArgumentParser
import Composition
import Identity
import Operations

/// The project or tenant whose users a command works on.
struct UsersOptions: ParsableArguments {
  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Option(help: "The tenant of the users. (default: the project's own users)")
  var tenant: String?

  /// Works on the users of the project or tenant.
  ///
  /// - Parameter setsPasswords: true to check new passwords as the server does, if a configuration is named.
  func withUsers<Value: Sendable>(
    settingPasswords setsPasswords: Bool = false, _ body: (UserAdministration) async throws -> Value
  ) async throws -> Value {
    try await data.withBackend(
      configure: { options in
        guard setsPasswords, let file = data.config else { return }
        options.compromisedPasswords =
          try ConfiguredPasswords(configuration: ConfigurationOptions.passwords(of: file)).compromised()
        options.refusesObviousPasswords = true
      },
      { backend in
        let project = try await backend.requireProject(id)
        let tenant = try await backend.projects.tenant(named: tenant, in: id)
        var caller = Caller(project: project, tenant: tenant, authority: .administrator)
        caller.actor = .thisUser
        do {
          return try await body(UserAdministration(service: backend.service, caller: caller))
        } catch let error as IdentityError {
          throw CommandFailure(ofUsers: error)
        }
      })
  }
}
