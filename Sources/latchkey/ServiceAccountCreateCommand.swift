import ArgumentParser
import Identity
import Operations

struct ServiceAccountCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create a service account and write its file.",
    discussion: """
      EXAMPLES
        latchkey project service-account create my-app backend --output backend.json
        latchkey project service-account create my-app signer --custom-tokens-only \\
          --output signer.json --server https://auth.example.com

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Argument(help: "The account's name: lower-case letters, digits and hyphens.")
  var name: String

  @OptionGroup var file: KeyFileOptions

  @Option(
    help: """
      A scope that the account may request: cloud-platform, identitytoolkit or firebase. Repeat the option for more. \
      (default: all)
      """, transform: parseScope)
  var scope: [AccessScope] = []

  @Flag(help: "The account may sign custom tokens, but not administer the project.")
  var customTokensOnly = false

  @Option(help: "The display name.")
  var displayName: String?

  func validate() throws {
    guard scope.isEmpty || !customTokensOnly else {
      throw ValidationError("Choose one of --scope and --custom-tokens-only.")
    }
  }

  func run() async throws {
    let scopes = customTokensOnly ? [] : Set(scope.isEmpty ? AccessScope.allCases : scope)
    try await data.withBackend { backend in
      _ = try await backend.requireProject(id)
      let made = try await file.write(config: data.config) {
        try await backend.administration.createServiceAccount(
          name, displayName: displayName, scopes: scopes, in: id)
      } takeBack: { made in
        try await backend.administration.deleteServiceAccount(made.account.email, in: id)
      }
      Terminal.note("Created \(made.account.email) with the key \(made.keyID).")
    }
  }
}

/// Reads a scope from the command line.
func parseScope(_ text: String) throws -> AccessScope {
  guard let scope = AccessScope(named: text) else {
    throw ValidationError(
      "A scope is one of \(AccessScope.allCases.map(\.shortName).joined(separator: ", ")).")
  }
  return scope
}
