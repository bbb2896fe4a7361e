/// A SAML 2.0 provider: `saml.…`
public struct InboundSAMLConfig: ProviderConfigMessage {
  public static let collection = "inboundSamlConfigs"
  public static let idParameter = "inboundSamlConfigId"

  public struct IdentityProvider: MaskableMessage {
    public struct Certificate: Codable, Sendable, Equatable {
      /// PEM.
      public var x509Certificate: String?
      public init() {}
    }

    public var idpEntityId: String?
    public var ssoUrl: String?
    public var signRequest: Bool?
    public var idpCertificates: [Certificate]?
    public init() {}
  }

  public struct ServiceProvider: MaskableMessage {
    public struct Certificate: Codable, Sendable, Equatable {
      /// PEM.
      public var x509Certificate: String?
      /// RFC 3339.
      public var expiresAt: String?
      public init() {}
    }

    public var spEntityId: String?
    public var callbackUri: String?
    /// Output only. The certificates of the keys by which requests are signed, the one that signs now first.
    public var spCertificates: [Certificate]?
    public init() {}
  }

  /// Latchkey's own: the names of the attributes that say what about the user.
  public struct AttributeMapping: MaskableMessage {
    /// The NameID, if it is not given and that is an address.
    public var email: String?
    public var displayName: String?
    public var photoUrl: String?
    /// Becomes a claim of the ID token.
    public var groups: String?
    /// The name of that claim; `groups` if it is not given.
    public var groupsClaim: String?
    /// The attributes that stand in the ID token; all but the groups if it is not given.
    public var signInAttributes: [String]?
    public init() {}
  }

  public var name: String?
  public var displayName: String?
  public var enabled: Bool?
  public var idpConfig: IdentityProvider?
  public var spConfig: ServiceProvider?
  public var attributeMapping: AttributeMapping?
  /// Latchkey's own: the domains about whose addresses the provider is believed. Empty for all.
  public var trustedEmailDomains: [String]?
  /// Latchkey's own: the domains by which an address finds the provider (`accounts:createAuthUri`).
  public var discoveryEmailDomains: [String]?
  /// Latchkey's own: the page that sign-ins go to which begin at the provider. Empty refuses them.
  public var idpInitiatedContinueUri: String?
  /// Latchkey's own: true if users have to prove anew who they are at each sign-in.
  public var forceAuthn: Bool?
  /// Latchkey's own: true if signatures with SHA-1 are accepted.
  public var allowSha1: Bool?
  /// Latchkey's own: the address of the metadata by which the certificates and `ssoUrl` are kept. Empty for none.
  public var metadataUrl: String?
  /// Latchkey's own, output only: the reason why the metadata could not be read the last time.
  public var metadataError: String?
  public init() {}
}
