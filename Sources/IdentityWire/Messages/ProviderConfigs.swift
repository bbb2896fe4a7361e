/// A provider's configuration, stored as `v2/projects/{p}[/tenants/{t}]/<collection>`.
public protocol ProviderConfigMessage: MaskableMessage {
  /// The name in paths and lists: `oauthIdpConfigs`.
  static var collection: String { get }
  /// The query parameter with the id of a new configuration: `oauthIdpConfigId`.
  static var idParameter: String { get }
  /// Output only.
  var name: String? { get set }
}

/// A provider with built-in support, such as `google.com`.
public struct DefaultSupportedIdpConfig: ProviderConfigMessage {
  public static let collection = "defaultSupportedIdpConfigs"
  public static let idParameter = "idpId"

  public struct AppleSignInConfig: MaskableMessage {
    public struct CodeFlowConfig: MaskableMessage {
      public var teamId: String?
      public var keyId: String?
      /// Input only.
      public var privateKey: String?
      public init() {}
    }

    public var bundleIds: [String]?
    public var codeFlowConfig: CodeFlowConfig?
    public init() {}
  }

  public var name: String?
  public var enabled: Bool?
  public var clientId: String?
  public var clientSecret: String?
  public var appleSignInConfig: AppleSignInConfig?
  /// Latchkey's own. For Google: further client ids whose ID tokens are accepted. For Game Center: further
  /// bundle ids.
  public var whitelistedAudiences: [String]?
  /// Latchkey's own. For Microsoft: the accounts that may sign in. Empty for all accounts.
  public var tenant: String?
  /// Latchkey's own: true to revoke the app's access at the provider when an account is deleted.
  public var revokeOnDeletion: Bool?
  public init() {}
}

/// An OpenID Connect provider, `oidc.…`. Latchkey also stores a plain OAuth 2.0 provider, `oauth.…`, in this form.
public struct OAuthIdpConfig: ProviderConfigMessage {
  public static let collection = "oauthIdpConfigs"
  public static let idParameter = "oauthIdpConfigId"

  /// Either `idToken` or `code` is true. If both are absent, the response type is an ID token.
  public struct ResponseType: MaskableMessage {
    public var idToken: Bool?
    public var code: Bool?
    public var token: Bool?
    public init() {}
  }

  /// Latchkey's own: the description of an `oauth.…` provider.
  public struct OAuth2Config: MaskableMessage {
    /// Paths into the provider's responses, such as `data.user.id`.
    public struct Profile: MaskableMessage {
      public var userId: String?
      public var email: String?
      public var emailVerified: String?
      public var displayName: String?
      public var screenName: String?
      public var photoUrl: String?
      /// A path in the token endpoint's response. Its value must equal the user id in the profile.
      public var tokenUserId: String?
      public init() {}
    }

    public var authorizationEndpoint: String?
    public var tokenEndpoint: String?
    public var userInfoEndpoint: String?
    /// The URL of the e-mail addresses, if the profile does not contain them.
    public var userEmailsEndpoint: String?
    /// Required for `revokeOnDeletion` (RFC 7009).
    public var revocationEndpoint: String?
    /// The scopes to request if the app names none.
    public var scopes: [String]?
    /// A space, a comma or a semicolon.
    public var scopeSeparator: String?
    /// Nil means true.
    public var pkce: Bool?
    /// `bearer`, `bearer_post`, `query` or `form`.
    public var profileRequest: String?
    public var profile: Profile?
    public init() {}
  }

  public var name: String?
  public var displayName: String?
  public var enabled: Bool?
  public var clientId: String?
  public var issuer: String?
  public var clientSecret: String?
  public var responseType: ResponseType?
  /// Latchkey's own: `client_secret_basic`, `client_secret_post`, `private_key_jwt` or `none`. If empty, the server
  /// uses a method from the provider's discovery document.
  public var tokenEndpointAuthMethod: String?
  /// Latchkey's own, for `private_key_jwt`: the `kid` of the key.
  public var keyId: String?
  /// Latchkey's own, for `private_key_jwt`. PEM, input only.
  public var privateKey: String?
  /// Latchkey's own: the domains for which the provider's addresses are trusted. Empty means all domains. For
  /// `oauth.…`, empty means no domains.
  public var trustedEmailDomains: [String]?
  public var oauth2Config: OAuth2Config?
  /// Latchkey's own: true to revoke the app's access at the provider when an account is deleted.
  public var revokeOnDeletion: Bool?
  public init() {}
}

/// A configuration to create, with its id from the query.
public struct CreateProviderConfigRequest<Config: ProviderConfigMessage>: Decodable, Sendable {
  public var id: String?
  public var config: Config

  public init(id: String, config: Config) {
    self.id = id
    self.config = config
  }

  private enum CodingKeys: String, CodingKey { case idpId, oauthIdpConfigId, inboundSamlConfigId }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try CodingKeys(rawValue: Config.idParameter).flatMap {
      try container.decodeIfPresent(String.self, forKey: $0)
    }
    config = try Config(from: decoder)
  }
}

/// A configuration, named by its id in the path.
public struct ProviderConfigRequest: Decodable, Sendable {
  public var configId: String
}

public struct UpdateProviderConfigRequest<Config: ProviderConfigMessage>: Decodable, Sendable {
  public var configId: String
  public var updateMask: String?
  public var config: Config

  /// - Parameter fields: the paths of the mask.
  public init(configId: String, fields: [String], config: Config) {
    self.configId = configId
    updateMask = fields.joined(separator: ",")
    self.config = config
  }

  private enum CodingKeys: String, CodingKey { case configId, updateMask }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    configId = try container.decode(String.self, forKey: .configId)
    updateMask = try container.decodeIfPresent(String.self, forKey: .updateMask)
    config = try Config(from: decoder)
  }
}

/// One page of a list. Its member has the name of the collection.
public struct ListProviderConfigsResponse<Config: ProviderConfigMessage>: Encodable, Sendable {
  public var configs: [Config]
  public var nextPageToken: String?

  public init(configs: [Config], nextPageToken: String?) {
    self.configs = configs
    self.nextPageToken = nextPageToken
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    if !configs.isEmpty { try container.encode(configs, forKey: Name(stringValue: Config.collection)) }
    try container.encodeIfPresent(nextPageToken, forKey: Name(stringValue: "nextPageToken"))
  }
}

/// `v2/defaultSupportedIdps`
public struct ListDefaultSupportedIdpsResponse: Codable, Sendable {
  public struct Provider: Codable, Sendable {
    public var idpId: String
    public var description: String
    public init(idpId: String, description: String) {
      self.idpId = idpId
      self.description = description
    }
  }

  public var defaultSupportedIdps: [Provider]
  public var nextPageToken: String?
  public init(defaultSupportedIdps: [Provider], nextPageToken: String?) {
    self.defaultSupportedIdps = defaultSupportedIdps
    self.nextPageToken = nextPageToken
  }
}
