import ArgumentParser
import Identity
import Operations

struct ServiceAccountCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Make a service account and write its file.",
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
      What the account may ask access for: cloud-platform, identitytoolkit or firebase. May be given several \
      times. (default: all)
      """, transform: parseScope)
  var scope: [AccessScope] = []

  @Flag(help: "The account may sign custom tokens and administer nothing.")
  var customTokensOnly = false

  @Option(help: "A name for people.")
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
      Terminal.note("Made \(made.account.email) with the key \(made.keyID).")
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
