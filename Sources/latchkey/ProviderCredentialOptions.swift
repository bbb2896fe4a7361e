import ArgumentParser
import Identity
import IdentityProviders

/// The options that say who the project is at a provider. Each provider has its own names for them.
struct ProviderCredentialOptions: ParsableArguments {
  @Option(help: "Apple: the services id, which is the client id of the browser flow.")
  var servicesId: String?

  @Option(
    help: "Apple, Game Center: the bundle id of an app whose users are let in. Repeat it for more.")
  var bundleId: [String] = []

  @Option(help: "Apple: your team id.")
  var teamId: String?

  @Option(help: "Apple: the id of your key for Sign in with Apple.")
  var keyId: String?

  @Option(
    help: ArgumentHelp(
      "Apple: the file with the private key (.p8); - reads it from the input.", valueName: "file"))
  var privateKeyFile: String?

  @Option(help: "Facebook: the app id.")
  var appId: String?

  @Option(
    help: ArgumentHelp(
      "Facebook: the file with the app secret; - reads it from the input.", valueName: "file"))
  var appSecretFile: String?

  @Option(
    help: ArgumentHelp("Facebook: the environment variable with the app secret.", valueName: "variable"))
  var appSecretEnv: String?

  @Option(help: "GitHub, Google, OpenID Connect: the client id.")
  var clientId: String?

  @Option(
    help: ArgumentHelp(
      "GitHub, Google, OpenID Connect: the file with the client secret; - reads it from the input.",
      valueName: "file"))
  var clientSecretFile: String?

  @Option(
    help: ArgumentHelp(
      "GitHub, Google, OpenID Connect: the environment variable with the client secret.",
      valueName: "variable"))
  var clientSecretEnv: String?

  @Option(
    help: "Google, OpenID Connect: another client id whose ID tokens are accepted. Repeat it for more.")
  var audience: [String] = []

  /// - Throws: `ValidationError` for an option that belongs to another provider.
  func validate(for provider: String) throws {
    let isApple = provider == "apple.com"
    let isFacebook = provider == "facebook.com"
    let isGameCenter = provider == "gc.apple.com"
    let hasClient = !isApple && !isFacebook && !isGameCenter
    let given: [(option: String, isGiven: Bool, fits: Bool)] = [
      ("--services-id", servicesId != nil, isApple),
      ("--bundle-id", !bundleId.isEmpty, isApple || isGameCenter),
      ("--team-id", teamId != nil, isApple), ("--key-id", keyId != nil, isApple),
      ("--private-key-file", privateKeyFile != nil, isApple), ("--app-id", appId != nil, isFacebook),
      ("--app-secret-file", appSecretFile != nil, isFacebook),
      ("--app-secret-env", appSecretEnv != nil, isFacebook),
      ("--client-id", clientId != nil, hasClient),
      ("--client-secret-file", clientSecretFile != nil, hasClient),
      ("--client-secret-env", clientSecretEnv != nil, hasClient),
      ("--audience", !audience.isEmpty, hasClient && provider != "github.com"),
    ]
    if let wrong = given.first(where: { $0.isGiven && !$0.fits }) {
      throw ValidationError("\(wrong.option) does not belong to \(provider).")
    }
    guard appSecretFile == nil || appSecretEnv == nil else {
      throw ValidationError("Choose one of --app-secret-file and --app-secret-env.")
    }
    guard clientSecretFile == nil || clientSecretEnv == nil else {
      throw ValidationError("Choose one of --client-secret-file and --client-secret-env.")
    }
  }

  /// The secrets that were named, read.
  func secrets() throws(CommandFailure) -> ProviderSecrets {
    let client = SecretSource(
      file: appSecretFile ?? clientSecretFile, environment: appSecretEnv ?? clientSecretEnv)
    let key = SecretSource(file: privateKeyFile, environment: nil)
    return ProviderSecrets(clientSecret: try client?.read(), privateKey: try key?.read())
  }

  func apply(to settings: inout ProviderSettings) {
    if let id = servicesId ?? appId ?? clientId { settings.clientID = id }
    let audiences = bundleId + audience
    if !audiences.isEmpty { settings.additionalAudiences = audiences }
    if teamId != nil || keyId != nil {
      settings.apple = .init(
        teamID: teamId ?? settings.apple?.teamID ?? "", keyID: keyId ?? settings.apple?.keyID ?? "")
    }
  }
}
