/// A project's settings for one identity provider. Secrets are sealed under the server's master key.
public struct ProviderSettings: Sendable, Equatable, Codable {
  /// `apple.com`, `facebook.com`, `github.com`, `google.com`, `microsoft.com`, `twitter.com`, `oauth.…`, `oidc.…`
  public var providerID: String
  public var enabled: Bool
  public var displayName: String?
  /// The OAuth client id: Apple's services id, Facebook's app id.
  public var clientID: String
  /// Further accepted audiences of ID tokens: Apple's bundle ids, Google's other client ids.
  public var additionalAudiences: [String] = []
  /// The bundle ids of the project's registered apps. Apple's ID tokens may also be issued for them. Nil in storage:
  /// the bundle ids are stored with the apps.
  public private(set) var registeredBundleIDs: [String]?
  public var apple: AppleKey?
  public var responseType = ResponseType.code
  /// The client authentication at the token endpoint of an OpenID or OAuth 2.0 provider. If nil, the server selects a
  /// method that the provider accepts.
  public var tokenAuthentication: TokenAuthentication?
  /// The `kid` of the key that signs the client authentication at an OpenID provider.
  public var clientKeyID: String?
  /// The domains, in lower case, for which the provider's addresses are trusted. If nil, ``EmailTrust`` decides.
  public var emailDomains: [String]?
  /// Microsoft: the accounts that may sign in. Nil allows the accounts of all organisations and personal accounts.
  public var tenant: String?
  /// The tenant that an app selected for one sign-in, within ``tenant``. Nil in storage.
  public private(set) var chosenTenant: String?
  /// The profile mapping of a plain OAuth 2.0 provider. Nil for every other provider.
  public var profile: ProfileMapping?
  /// The differences of a plain OAuth 2.0 provider. Nil if it has none.
  public var dialect: OAuthDialect?
  /// True or nil in storage.
  private var isRevokedOnDeletion: Bool?
  /// The provider's addresses. A nil member means the provider's usual address.
  public var endpoints = ProviderEndpoints() {
    didSet { if endpoints.secretAddresses != oldValue.secretAddresses { sealedSecrets = nil } }
  }
  /// ``ProviderSecrets`` sealed under the master key, for the current ``endpoints``.
  public var sealedSecrets: [UInt8]?

  public enum ResponseType: String, Sendable, Codable { case code, idToken }

  /// The client authentication methods by their names in OpenID Connect Core 1.0 section 9.
  public enum TokenAuthentication: String, Sendable, Codable, CaseIterable {
    case basic = "client_secret_basic"
    case post = "client_secret_post"
    case privateKey = "private_key_jwt"
    /// A public client, which is protected only by PKCE.
    case publicClient = "none"

    public var needsClientSecret: Bool { self == .basic || self == .post }
  }

  /// The public part of Apple's client authentication. ``ProviderSecrets`` contains the private key.
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

  /// True to revoke the app's access at the provider when an account is deleted. For this purpose, the provider's token
  /// is stored sealed.
  public var revokesOnDeletion: Bool {
    get { isRevokedOnDeletion == true }
    set { isRevokedOnDeletion = newValue ? true : nil }
  }

  /// The accepted audiences, each once. An audience must match completely. The list never contains an empty text.
  public var acceptedAudiences: [String] {
    // Compares bytes: Swift treats canonically equivalent strings as equal, a provider does not.
    var seen: Set<[UInt8]> = []
    return ([clientID] + additionalAudiences + (registeredBundleIDs ?? [])).filter {
      !$0.isEmpty && seen.insert(Array($0.utf8)).inserted
    }
  }

  /// Returns the settings for one sign-in. Do not store them.
  public func choosing(tenant: String?) -> ProviderSettings {
    var settings = self
    settings.chosenTenant = tenant
    return settings
  }

  /// Returns settings that also accept Apple's ID tokens for these apps. Do not store them.
  public func accepting(_ apps: [App]) -> ProviderSettings {
    guard providerID == "apple.com" else { return self }
    var settings = self
    settings.registeredBundleIDs = apps.filter { $0.platform == .ios }.compactMap(\.bundleID)
    return settings
  }
}

extension ProviderSettings: SecretBearing {
  public static var sealedSecretPath: WritableKeyPath<Self, [UInt8]?> & Sendable { \.sealedSecrets }

  public var secretAddresses: SecretAddresses { endpoints.secretAddresses }
}

/// Overrides for the addresses of a provider: for the provider lab, GitHub Enterprise, or a generic OpenID provider
/// without discovery. Absolute URLs.
public struct ProviderEndpoints: Sendable, Equatable, Codable {
  public var issuer: String?
  public var authorization: String?
  public var token: String?
  /// OAuth 1.0a: the address where a flow begins (RFC 5849 section 2.1).
  public var temporaryCredentials: String?
  public var jwks: String?
  public var userInfo: String?
  /// GitHub and OAuth 2.0 providers: the list of the signed-in user's addresses.
  public var userEmails: String?
  /// Facebook's `debug_token`, Google's `tokeninfo`, GitHub's check-a-token: the address that returns the app for which
  /// an access token was issued. GitHub's contains `{client_id}`.
  public var tokenCheck: String?
  /// The address that revokes an app's access. GitHub's contains `{client_id}`, Facebook's `{user_id}`.
  public var revocation: String?
  /// Microsoft: a tenant's discovery document. The address contains `{tenant}`.
  public var discovery: String?
  /// Facebook Limited Login's keys.
  public var limitedLoginJWKS: String?
  /// True if the server may send requests to loopback and private addresses: only for a provider that the operator
  /// runs.
  public var allowPrivateAddresses = false
  /// The only host that may have a private address, while the operator's configuration names it.
  public var privateHost: String?

  public init() {}
}

extension ProviderEndpoints {
  /// The names of all addresses.
  public enum Name: String, Sendable, CaseIterable {
    case issuer, authorization, token, temporaryCredentials, jwks, userInfo, userEmails
    case tokenCheck, revocation, discovery, limitedLoginJWKS

    public var path: WritableKeyPath<ProviderEndpoints, String?> & Sendable {
      switch self {
      case .issuer: \.issuer
      case .authorization: \.authorization
      case .token: \.token
      case .temporaryCredentials: \.temporaryCredentials
      case .jwks: \.jwks
      case .userInfo: \.userInfo
      case .userEmails: \.userEmails
      case .tokenCheck: \.tokenCheck
      case .revocation: \.revocation
      case .discovery: \.discovery
      case .limitedLoginJWKS: \.limitedLoginJWKS
      }
    }

    /// True if requests to the address contain a secret, a proof that is made with a secret, or a user's token that was
    /// issued for a secret.
    public var receivesSecrets: Bool {
      switch self {
      // Its document names the addresses that are not set.
      case .issuer: true
      // The client secret, or an assertion that a private key signs. The audience of Apple's assertion is fixed, so that
      // Apple accepts it from any host that received it.
      case .token, .tokenCheck, .revocation: true
      // A signature by X's API key secret.
      case .temporaryCredentials: true
      // A user's access token, with Facebook's `appsecret_proof` or X's signature.
      case .userInfo, .userEmails: true
      // The browser goes there.
      case .authorization: false
      // Public documents, from which no other address is taken.
      case .jwks, .limitedLoginJWKS, .discovery: false
      }
    }
  }

  /// The addresses that receive the provider's secrets, and tokens of users.
  public var secretAddresses: SecretAddresses {
    let names = Name.allCases.filter(\.receivesSecrets)
    return SecretAddresses(
      Dictionary(uniqueKeysWithValues: names.map { ($0.rawValue, self[keyPath: $0.path]) }))
  }
}
