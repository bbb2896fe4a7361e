/// What a project knows of one identity provider. Secrets are sealed; only the server opens them.
public struct ProviderSettings: Sendable, Equatable, Codable {
  /// `apple.com`, `facebook.com`, `github.com`, `google.com`, `microsoft.com`, `twitter.com`, `oauth.…`, `oidc.…`
  public var providerID: String
  public var enabled: Bool
  public var displayName: String?
  /// The OAuth client id: Apple's services id, Facebook's app id.
  public var clientID: String
  /// More audiences under which an ID token is accepted: Apple's bundle ids, Google's other client ids.
  public var additionalAudiences: [String] = []
  /// The bundle ids of the project's registered apps, which Apple's ID tokens may also be for. Nil in what is stored:
  /// they are stored with the apps.
  public private(set) var registeredBundleIDs: [String]?
  public var apple: AppleKey?
  public var responseType = ResponseType.code
  /// The client authentication at the token endpoint of an OpenID or OAuth 2.0 provider. Nil for the provider's own choice.
  public var tokenAuthentication: TokenAuthentication?
  /// The `kid` of the key with which an OpenID provider's client authentication is signed.
  public var clientKeyID: String?
  /// Domains, in lower case, about whose addresses the provider is believed. Nil: about all of which ``EmailTrust``
  /// believes it.
  public var emailDomains: [String]?
  /// Microsoft: the accounts that may sign in. Nil for every organisation's and personal ones.
  public var tenant: String?
  /// The tenant that an app chose for one sign-in, within ``tenant``. Nil in what is stored.
  public private(set) var chosenTenant: String?
  /// A plain OAuth 2.0 provider's profile. Nil for every other provider.
  public var profile: ProfileMapping?
  /// A plain OAuth 2.0 provider's own ways. Nil for the usual ones.
  public var dialect: OAuthDialect?
  /// True, or nil, in what is stored.
  private var isRevokedOnDeletion: Bool?
  /// Where the provider is. Nil members mean the provider's real addresses.
  public var endpoints = ProviderEndpoints()
  /// ``ProviderSecrets`` sealed under the master key.
  public var sealedSecrets: [UInt8]?

  public enum ResponseType: String, Sendable, Codable { case code, idToken }

  /// As OpenID Connect Core 1.0 section 9 names them.
  public enum TokenAuthentication: String, Sendable, Codable, CaseIterable {
    case basic = "client_secret_basic"
    case post = "client_secret_post"
    case privateKey = "private_key_jwt"
    /// A public client, which PKCE alone protects.
    case publicClient = "none"

    public var needsClientSecret: Bool { self == .basic || self == .post }
  }

  /// The public half of Apple's client authentication; the private key is among the secrets.
  public struct AppleKey: Sendable, Equatable, Codable {
    public var teamID: String
    public var keyID: String

    public init(teamID: String, keyID: String) {
      self.teamID = teamID
      self.keyID = keyID
    }
  }

  public init(providerID: String, enabled: Bool, clientID: String) {
    self.providerID = providerID
    self.enabled = enabled
    self.clientID = clientID
  }

  /// True to revoke the app's access at the provider when an account is deleted. The provider's token is then kept, sealed.
  public var revokesOnDeletion: Bool {
    get { isRevokedOnDeletion == true }
    set { isRevokedOnDeletion = newValue ? true : nil }
  }

  /// Exactly these audiences pass; compared whole, never by part (an empty one is never among them).
  public var acceptedAudiences: [String] {
    ([clientID] + additionalAudiences + (registeredBundleIDs ?? [])).filter { !$0.isEmpty }
  }

  /// The same settings for one sign-in, not to be stored.
  public func choosing(tenant: String?) -> ProviderSettings {
    var settings = self
    settings.chosenTenant = tenant
    return settings
  }

  /// The same settings, not to be stored. Apple's also accept the ID tokens of these apps.
  public func accepting(_ apps: [App]) -> ProviderSettings {
    guard providerID == "apple.com" else { return self }
    var settings = self
    settings.registeredBundleIDs = apps.filter { $0.platform == .ios }.compactMap(\.bundleID)
    return settings
  }
}

/// Overrides for the addresses of a provider: the provider lab, GitHub Enterprise, a generic OpenID
/// provider without discovery. Absolute URLs.
public struct ProviderEndpoints: Sendable, Equatable, Codable {
  public var issuer: String?
  public var authorization: String?
  public var token: String?
  /// OAuth 1.0a: where a flow begins (RFC 5849 section 2.1).
  public var temporaryCredentials: String?
  public var jwks: String?
  public var userInfo: String?
  /// GitHub, OAuth 2.0 providers: the signed-in user's addresses.
  public var userEmails: String?
  /// Facebook's `debug_token`, Google's `tokeninfo`, GitHub's check-a-token: tells for which app an access
  /// token was made. GitHub's holds `{client_id}`.
  public var tokenCheck: String?
  /// The address that revokes an app's access. GitHub's holds `{client_id}`, Facebook's `{user_id}`.
  public var revocation: String?
  /// Microsoft: a tenant's discovery document. Holds `{tenant}`.
  public var discovery: String?
  /// Facebook Limited Login's keys.
  public var limitedLoginJWKS: String?
  /// Whether loopback and private addresses may be fetched: only for a provider that the operator runs.
  public var allowPrivateAddresses = false
  /// The one host that may be at such an address, for as long as the operator names it in the configuration.
  public var privateHost: String?

  public init() {}
}
