import ArgumentParser
import Foundation
import Identity

struct AdminTokenCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a token and show it once.",
    discussion: """
      Standard output contains only the token. All other text goes to standard error.

      With the scope firebase alone, a token cannot change the addresses of \(DataDestination.namesForOwners).

      EXAMPLES
        latchkey project admin-token create my-app nightly-export --expires-in-days 90
        latchkey project admin-token create my-app import --scope firebase > token.txt

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Argument(help: "The name of the token.")
  var name: String

  @Option(
    help: """
      The token's scope: cloud-platform, identitytoolkit or firebase. Repeat the option for more. \
      (default: cloud-platform)
      """, transform: parseScope)
  var scope: [AccessScope] = []

  @Option(help: "The number of days for which the token is valid. (default: until it is deleted)")
  var expiresInDays: Int64?

  func validate() throws {
    if let expiresInDays, !(1...36_500).contains(expiresInDays) {
      throw ValidationError("--expires-in-days must be from 1 to 36500.")
    }
  }

  func run() async throws {
    try await data.withBackend { backend in
      let expiresAt = expiresInDays.map { backend.service.clock.now().adding(seconds: $0 * 86_400) }
      let token = try await backend.administration.createAdministratorToken(
        name, scopes: scope.isEmpty ? [.cloudPlatform] : Set(scope), expiresAt: expiresAt, in: id)
      Terminal.note(
        expiresAt.map { "The token is valid until \($0.date.formatted(.iso8601)):" }
          ?? "The token is valid until it is deleted:")
      do throws(CommandFailure) {
        try Terminal.deliver(token.reveal())
      } catch {
        // The output failed, so the administrator did not receive the token.
        try await backend.administration.deleteAdministratorToken(name, in: id)
        throw error
      }
    }
  }
}
