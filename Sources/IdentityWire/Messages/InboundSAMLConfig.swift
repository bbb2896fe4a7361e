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
    /// Output only: the certificates of the keys that sign requests, the current key's first.
    public var spCertificates: [Certificate]?
    public init() {}
  }

  /// Latchkey's own: the names of the attributes that contain the user's data.
  public struct AttributeMapping: MaskableMessage {
    /// The attribute with the address. If absent, the NameID is used, provided it is an address.
    public var email: String?
    public var displayName: String?
    public var photoUrl: String?
    /// The attribute with the groups. They become a claim of the ID token.
    public var groups: String?
    /// The name of the claim with the groups. If absent, `groups`.
    public var groupsClaim: String?
    /// The attributes to include in the ID token. If absent, all except the groups.
    public var signInAttributes: [String]?
    public init() {}
  }

  public var name: String?
  public var displayName: String?
  public var enabled: Bool?
  public var idpConfig: IdentityProvider?
  public var spConfig: ServiceProvider?
  public var attributeMapping: AttributeMapping?
  /// Latchkey's own: the domains for which the provider's addresses are trusted. Empty for all domains.
  public var trustedEmailDomains: [String]?
  /// Latchkey's own: users with addresses in these domains sign in with this provider (`accounts:createAuthUri`).
  public var discoveryEmailDomains: [String]?
  /// Latchkey's own: the page for sign-ins that begin at the provider. If empty, such sign-ins are refused.
  public var idpInitiatedContinueUri: String?
  /// Latchkey's own: true if users must authenticate again at each sign-in.
  public var forceAuthn: Bool?
  /// Latchkey's own: true if signatures with SHA-1 are accepted.
  public var allowSha1: Bool?
  /// Latchkey's own: the URL of the metadata from which the certificates and `ssoUrl` are updated. Empty if there is no
  /// metadata.
  public var metadataUrl: String?
  /// Latchkey's own, output only: the reason why the metadata could not be read the last time.
  public var metadataError: String?
  public init() {}
}
