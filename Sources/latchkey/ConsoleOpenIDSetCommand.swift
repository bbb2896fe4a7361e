import ArgumentParser
import Identity
import Operations
import Secrets

struct ConsoleOpenIDSetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set the console's OpenID provider, its groups and their roles.",
    discussion: """
      First reads the provider's metadata. Settings without an option stay unchanged; --grant replaces all grants. \
      Groups are compared byte by byte. After each change, administrators with access through groups must sign in \
      again. A new issuer or client id removes these administrators, and all links to the previous provider. \
      --private-provider is valid for one issuer only: repeat it with a new issuer.

      EXAMPLES
        latchkey console openid set --issuer https://login.example.com \\
          --client-id latchkey --secret-file client.key \\
          --grant owner=platform --grant editor@shop=shop-team
        latchkey console openid set --claim roles --grant viewer=staff

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Option(help: ArgumentHelp("The provider's issuer.", valueName: "url"))
  var issuer: String?

  @Option(help: ArgumentHelp("The client id at the provider.", valueName: "id"))
  var clientID: String?

  @Option(help: ArgumentHelp("A file with the client secret.", valueName: "file"))
  var secretFile: String?

  @Option(help: ArgumentHelp("The environment variable with the client secret.", valueName: "variable"))
  var secretEnv: String?

  @Flag(help: "The client has no secret.")
  var publicClient = false

  @Option(help: "The ID token's claim with the groups. (default: \(ConsoleOpenID.defaultClaim))")
  var claim: String?

  @Option(
    help: ArgumentHelp(
      "A role for a group: owner=group, or editor@project=group for one project. Repeat the option for more.",
      valueName: "role=group"))
  var grant: [String] = []

  @Option(help: "A further scope to request. Repeat the option for more. An empty scope removes all.")
  var scope: [String] = []

  @Flag(inversion: .prefixedNo, help: "The provider has a private address, or works without https.")
  var privateProvider: Bool?

  func validate() throws {
    guard [secretFile != nil, secretEnv != nil, publicClient].count(where: \.self) <= 1 else {
      throw ValidationError("Choose one of --secret-file, --secret-env and --public-client.")
    }
    for text in grant where ConsoleGroups.Grant(text) == nil {
      throw ValidationError("\"\(text)\" is not a grant. Write owner=group or editor@project=group.")
    }
  }

  func run() async throws {
    let secret =
      publicClient ? Secret("") : try SecretSource(file: secretFile, environment: secretEnv)?.read()
    try await data.withBackend { backend in
      let administrators = ConsoleAdministrators(service: backend.service)
      let wanted = try changed(try await administrators.openID())
      let stored = try await backend.audited(.providerUpdate, administrators) {
        try await administrators.setOpenID(wanted, secret: secret)
      }
      try Terminal.print(stored.table)
    }
  }

  private func changed(_ before: ConsoleOpenID?) throws -> ConsoleOpenID {
    guard let issuer = issuer ?? before?.issuer, let clientID = clientID ?? before?.clientID else {
      throw ValidationError("Name --issuer and --client-id.")
    }
    let grants = grant.isEmpty ? before?.groups.grants ?? [] : grant.compactMap(ConsoleGroups.Grant.init)
    return ConsoleOpenID(
      issuer: issuer, clientID: clientID,
      groups: ConsoleGroups(
        claim: claim ?? before?.groups.claim ?? ConsoleOpenID.defaultClaim, grants: grants),
      scopes: scope.isEmpty ? before?.scopes ?? [] : scope.filter { !$0.isEmpty },
      allowsPrivateAddresses: privateProvider ?? before?.allowsPrivateAddresses(at: issuer) ?? false)
  }
}

extension ConsoleOpenID {
  var table: String {
    var table = TextTable(header: ["SETTING", "VALUE"])
    table.rows = [
      ["Issuer", PlainText.line(issuer)], ["Client id", PlainText.line(clientID)],
      ["Client secret", hasSecret ? "set" : "none (public client)"], ["Claim", PlainText.line(groups.claim)],
      ["Further scopes", PlainText.line(scopes.joined(separator: " "))],
      ["Private address", allowsPrivateAddresses ? "allowed" : "refused"],
      ["Redirect address", "<server>\(Self.returnPath)"],
    ]
    table.rows += groups.grants.map { ["Grant", PlainText.line($0.text)] }
    return table.text
  }
}
