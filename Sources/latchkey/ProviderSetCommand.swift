import ArgumentParser
import Identity
import IdentityProviders
import IdentityWire
import Operations

struct ProviderSetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set up a provider, or change some of its settings.",
    discussion: """
      Settings without an option stay unchanged. A new provider is enabled, so its settings must be complete. --disabled \
      stores incomplete settings. Secrets are read from a file, from standard input (-) or from an environment variable, \
      never from the command line. They are stored encrypted. A new address that receives a secret needs the secret again.

      EXAMPLES
        latchkey provider set my-app apple.com --services-id com.example.web \\
          --bundle-id com.example.app --team-id ABCDE12345 --key-id FGHIJ67890 \\
          --private-key-file AuthKey_FGHIJ67890.p8
        latchkey provider set my-app facebook.com --app-id 123456 \\
          --app-secret-env FACEBOOK_APP_SECRET
        latchkey provider set my-app github.com --client-id Iv1.0123456789 \\
          --client-secret-file - < secret.txt
        latchkey provider set my-app twitter.com --client-id API_KEY \\
          --client-secret-env X_API_KEY_SECRET
        latchkey provider set my-app oidc.company --client-id web \\
          --issuer https://login.example.com --client-secret-file secret.txt
        latchkey provider set my-app apple.com --bundle-id com.example.app \\
          --no-web-flow
        latchkey provider set my-app apple.com --revoke-on-deletion
        latchkey provider set my-app gc.apple.com --bundle-id com.example.game
        latchkey provider set my-app microsoft.com --tenant organizations \\
          --client-id 6f5c1a8e-0b1d-4c2a-9e3f-1a7c4ce71ab0 \\
          --client-secret-file secret.txt
        latchkey provider set my-app oidc.line --client-id 1650000001 \\
          --client-secret-file secret.txt
        latchkey provider set my-app saml.company --metadata-file idp.xml \\
          --attribute name=displayName --attribute groups=memberOf
        latchkey provider set my-app oauth.company --client-id web \\
          --client-secret-file secret.txt \\
          --authorization-endpoint https://company.example/authorize \\
          --token-endpoint https://company.example/token \\
          --user-info-endpoint https://company.example/me --profile id=user.id

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  @Argument(help: "The project's id.", transform: parseProjectID)
  var id: ProjectID

  @Argument(
    help: """
      The provider: apple.com, facebook.com, github.com, google.com, linkedin.com, microsoft.com, twitter.com (X), \
      yahoo.com, gc.apple.com (Game Center), playgames.google.com (Google Play Games), oidc.line (LINE), or an id such \
      as oauth.company, oidc.company or saml.company.
      """)
  var provider: String

  @OptionGroup(title: "The project's credentials at the provider")
  var credentials: ProviderCredentialOptions

  @OptionGroup(title: "The provider's addresses")
  var endpoints: ProviderEndpointOptions

  @OptionGroup(title: "An OAuth 2.0 provider")
  var oauth: OAuthProviderOptions

  @OptionGroup(title: "A SAML provider")
  var saml: SAMLProviderOptions

  @Option(help: "The provider's display name.")
  var displayName: String?

  @Flag(
    inversion: .prefixedNo,
    help: """
      Whether users can sign in with the provider in the browser. This needs more settings. Otherwise, the server accepts \
      only credentials that apps get from the provider's own SDK.
      """)
  var webFlow = true

  @Flag(
    inversion: .prefixedNo,
    help: """
      Apple, Facebook, GitHub, Google, OpenID Connect, OAuth 2.0: whether the server revokes the app's access at the \
      provider when an account is deleted. Each sign-in then stores the token to revoke, encrypted. OAuth 2.0 needs \
      --revocation-endpoint. (default: no)
      """)
  var revokeOnDeletion: Bool?

  enum State: String, EnumerableFlag { case enabled, disabled }

  @Flag(help: "Whether users may sign in with the provider. (default: unchanged; a new provider is enabled)")
  var state: State?

  func validate() throws {
    try credentials.validate(for: provider)
    let isSAML = provider.hasPrefix("saml.")
    guard isSAML || !saml.isGiven else {
      throw ValidationError("The options of SAML providers are not options of \(provider).")
    }
    let known = ProviderCatalog.entry(for: provider)
    guard revokeOnDeletion == nil || (known.map { $0.revocation != nil } ?? !isSAML) else {
      throw ValidationError("--revoke-on-deletion is not an option of \(provider).")
    }
    let isOAuth = known.map { $0.fields.contains(.profile) } ?? !isSAML
    guard isOAuth || !oauth.isGiven else {
      throw ValidationError("The options of OAuth 2.0 providers are not options of \(provider).")
    }
    guard !isSAML || !endpoints.isGiven else {
      throw ValidationError("The addresses of OpenID Connect providers are not options of \(provider).")
    }
  }

  func run() async throws {
    if provider.hasPrefix("saml.") {
      return try await data.withBackend { backend in try await setSAML(in: backend) }
    }
    let secrets = try credentials.secrets()
    try await data.withBackend { backend in
      let list: ProviderList
      var change = credentials.change(of: provider)
      change.clientSecret = secrets.clientSecret.map { .replaced($0) }
      change.privateKey = secrets.privateKey.map { .replaced($0) }
      change.displayName = .init(displayName)
      change.enabled = state.map { $0 == .enabled }
      change.revokesOnDeletion = revokeOnDeletion
      change.oauth = try oauth.change()
      let addresses = endpoints
      change.endpoints = { addresses.apply(to: &$0) }
      do {
        list = try await backend.administration.changeProvider(
          provider, change, for: webFlow ? .webFlow : .appCredentials, in: Scope(project: id))
      } catch let error as IdentityError {
        guard let incomplete = error.diagnosis as? IncompleteProvider else {
          guard let why = error.detail, error.refusal != .invalidProviderID else { throw error }
          throw CommandFailure(.refused, "\(provider) was not changed. \(why)")
        }
        let sentences = incomplete.missing.joined(separator: " ")
        throw CommandFailure(
          .refused,
          "\(provider) was not changed, because its settings would be incomplete. \(sentences) "
            + "\"latchkey provider set --help\" names the options"
            + (sentences.contains("private addresses are allowed")
              ? ", also --allow-private-addresses." : "."))
      }
      let settings = list.provider(provider)
      try Terminal.print(
        "Set \(provider) in \(id). It is \(settings?.enabled == true ? "enabled" : "disabled").")
      if let settings, await settings.isOutOfReach {
        Terminal.note(
          "Users cannot sign in with it yet: its issuer has a private address, which the server does not call. Allow it with "
            + "--allow-private-addresses.")
      }
    }
  }
}

extension ProviderSettings {
  /// True if the issuer is at a private address, and private addresses are not allowed.
  fileprivate var isOutOfReach: Bool {
    get async {
      guard let issuer = endpoints.issuer, providerID.hasPrefix("oidc."), !endpoints.allowPrivateAddresses
      else { return false }
      return await OutgoingHTTP.isPrivate(issuer)
    }
  }
}
