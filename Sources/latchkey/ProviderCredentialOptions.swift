import ArgumentParser
import Identity
import IdentityProviders
import IdentityWire
import Operations

/// The options with the project's credentials at a provider. Each provider has its own names for its credentials.
struct ProviderCredentialOptions: ParsableArguments {
  @Option(help: "Apple: the services id, which is the client id of the browser flow.")
  var servicesId: String?

  @Option(
    help: """
      Apple, Game Center: the bundle id of an app whose users may sign in. Repeat the option for more. For Apple, the \
      project's registered iOS apps do not need this option.
      """)
  var bundleId: [String] = []

  @Option(help: "Apple: your team id.")
  var teamId: String?

  @Option(
    help: """
      Apple: the id of your key for Sign in with Apple. OpenID Connect: the kid of the key for private_key_jwt.
      """)
  var keyId: String?

  @Option(
    help: ArgumentHelp(
      "Apple, OpenID Connect by private_key_jwt: the file with the private key (PEM); - reads standard input.",
      valueName: "file"))
  var privateKeyFile: String?

  @Option(help: "Facebook: the app id.")
  var appId: String?

  @Option(
    help: ArgumentHelp(
      "Facebook: the file with the app secret; - reads standard input.", valueName: "file"))
  var appSecretFile: String?

  @Option(
    help: ArgumentHelp("Facebook: the environment variable with the app secret.", valueName: "variable"))
  var appSecretEnv: String?

  @Option(help: "All other providers: the client id. X: the API key.")
  var clientId: String?

  @Option(
    help: ArgumentHelp(
      "All other providers: the file with the client secret; - reads it from the input. X: the API key secret.",
      valueName: "file"))
  var clientSecretFile: String?

  @Option(
    help: ArgumentHelp(
      "All other providers: the environment variable with the client secret. X: the API key secret.",
      valueName: "variable"))
  var clientSecretEnv: String?

  @Option(
    help:
      "Google, OpenID Connect: another client id whose ID tokens are accepted. Repeat the option for more.")
  var audience: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Microsoft: the accounts that may sign in: common, organizations, consumers, or an organisation's id or domain. "" \
      allows all accounts.
      """, valueName: "tenant"))
  var tenant: String?

  @Option(
    help: """
      OpenID Connect, SAML, OAuth 2.0: a domain whose mail addresses the provider can verify. The provider then verifies \
      no addresses of other domains. Repeat the option for more. "" means all domains; with OAuth 2.0, no domain.
      """)
  var trustedEmailDomain: [String] = []

  enum TokenAuthentication: String, CaseIterable, ExpressibleByArgument {
    case basic = "client_secret_basic"
    case post = "client_secret_post"
    case privateKey = "private_key_jwt"
    case publicClient = "none"
    case automatic

    var setting: ProviderSettings.TokenAuthentication? { .init(rawValue: rawValue) }
  }

  @Option(
    help: ArgumentHelp(
      """
      OpenID Connect, OAuth 2.0: the client authentication at the token endpoint. With none, the client is public and \
      PKCE protects its codes. With automatic, the provider's metadata decides. If the metadata allows \
      client_secret_basic and client_secret_post, the server tries client_secret_post after a refusal of \
      client_secret_basic. OAuth 2.0 allows only client_secret_basic and client_secret_post.
      """, valueName: "method"))
  var tokenEndpointAuthMethod: TokenAuthentication?

  /// - Throws: `ValidationError` for an option of another provider.
  func validate(for provider: String) throws {
    let isSAML = provider.hasPrefix("saml.")
    let known = ProviderCatalog.entry(for: provider)
    guard known != nil || isSAML else { return }
    let isApple = known?.clientIDName == .servicesID
    let isFacebook = known?.clientIDName == .appID
    let isGameCenter = known?.clientIDName == .bundleID
    let isOpenID = provider.hasPrefix("oidc.")
    let isOAuth = known?.fields.contains(.profile) == true
    let hasClient = known.map { [.clientID, .apiKey].contains($0.clientIDName) } == true
    let given: [(option: String, isGiven: Bool, fits: Bool)] = [
      ("--services-id", servicesId != nil, isApple),
      ("--bundle-id", !bundleId.isEmpty, isApple || isGameCenter),
      ("--team-id", teamId != nil, isApple), ("--key-id", keyId != nil, isApple || isOpenID),
      ("--private-key-file", privateKeyFile != nil, isApple || isOpenID),
      ("--trusted-email-domain", !trustedEmailDomain.isEmpty, isOpenID || isSAML || isOAuth),
      ("--token-endpoint-auth-method", tokenEndpointAuthMethod != nil, isOpenID || isOAuth),
      ("--app-id", appId != nil, isFacebook),
      ("--app-secret-file", appSecretFile != nil, isFacebook),
      ("--app-secret-env", appSecretEnv != nil, isFacebook),
      ("--tenant", tenant != nil, known?.fields.contains(.tenant) == true),
      ("--client-id", clientId != nil, hasClient),
      ("--client-secret-file", clientSecretFile != nil, hasClient),
      ("--client-secret-env", clientSecretEnv != nil, hasClient),
      ("--audience", !audience.isEmpty, hasClient && known?.fields.contains(.audiences) == true),
    ]
    if let wrong = given.first(where: { $0.isGiven && !$0.fits }) {
      throw ValidationError("\(wrong.option) is not an option of \(provider).")
    }
    guard appSecretFile == nil || appSecretEnv == nil else {
      throw ValidationError("Choose one of --app-secret-file and --app-secret-env.")
    }
    guard clientSecretFile == nil || clientSecretEnv == nil else {
      throw ValidationError("Choose one of --client-secret-file and --client-secret-env.")
    }
  }

  /// Reads the secrets that the options name.
  func secrets() throws(CommandFailure) -> ProviderSecrets {
    let client = SecretSource(
      file: appSecretFile ?? clientSecretFile, environment: appSecretEnv ?? clientSecretEnv)
    let key = SecretSource(file: privateKeyFile, environment: nil)
    return ProviderSecrets(clientSecret: try client?.read(), privateKey: try key?.read())
  }

  /// Translates the options into a change.
  func change(of provider: String) -> ProviderChange {
    var change = ProviderChange()
    if !trustedEmailDomain.isEmpty { change.emailDomains = trustedEmailDomain.filter { !$0.isEmpty } }
    change.clientID = servicesId ?? appId ?? clientId
    change.tenant = .init(tenant)
    let audiences = bundleId + audience
    if !audiences.isEmpty { change.audiences = audiences }
    if let tokenEndpointAuthMethod {
      change.tokenAuthentication = tokenEndpointAuthMethod.setting.map { .replaced($0) } ?? .removed
    }
    if provider.hasPrefix("oidc.") {
      change.clientKeyID = .init(keyId)
    } else {
      (change.teamID, change.keyID) = (teamId, keyId)
    }
    return change
  }
}
