/// The settings of one SAML 2.0 identity provider.
public struct SAMLProviderSettings: Sendable, Equatable {
  /// `saml.…`
  public var providerID: String
  public var enabled: Bool
  public var displayName: String?
  public var idpEntityID: String
  public var ssoURL: String
  /// True if requests are signed with the project's ``SAMLKeys``.
  public var signsRequest = false
  /// True if the provider must authenticate the user again at each sign-in (`ForceAuthn`).
  public var forcesAuthentication = false
  /// X.509 certificates in PEM. A response may be signed with any of them.
  public var idpCertificates: [String] = []
  public var spEntityID: String
  /// The address that the provider posts its responses to. If empty, the handler on the host that the browser used.
  public var callbackURI: String
  /// The attributes that an account's profile is read from.
  public var attributes = SAMLAttributeMapping()
  /// The domains, in lower case, for whose addresses the provider is trusted. Nil means all.
  public var emailDomains: [String]?
  /// The domains, in lower case, whose users are sent to this provider. If empty, it is not found by address.
  public var discoveryDomains: [String] = []
  /// The project's page for sign-ins that begin at the provider. Nil refuses them.
  public var unsolicitedPage: String?
  /// True if signatures with SHA-1 are accepted.
  public var allowsSHA1 = false
  /// The metadata that keeps the certificates up to date. Nil if they are maintained by hand.
  public var metadata: SAMLMetadataSource?

  public init(
    providerID: String, enabled: Bool, idpEntityID: String, ssoURL: String, spEntityID: String,
    callbackURI: String
  ) {
    self.providerID = providerID
    self.enabled = enabled
    self.idpEntityID = idpEntityID
    self.ssoURL = ssoURL
    self.spEntityID = spEntityID
    self.callbackURI = callbackURI
  }
}

/// Decodes settings that were stored before a member existed: it gets its default.
extension SAMLProviderSettings: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, _ value: inout Value) throws {
      value = try container.decodeIfPresent(Value.self, forKey: key) ?? value
    }
    self.init(
      providerID: try container.decode(String.self, forKey: .providerID),
      enabled: try container.decode(Bool.self, forKey: .enabled),
      idpEntityID: try container.decode(String.self, forKey: .idpEntityID),
      ssoURL: try container.decode(String.self, forKey: .ssoURL),
      spEntityID: try container.decode(String.self, forKey: .spEntityID),
      callbackURI: try container.decode(String.self, forKey: .callbackURI))
    displayName = try container.decodeIfPresent(String.self, forKey: .displayName)
    emailDomains = try container.decodeIfPresent([String].self, forKey: .emailDomains)
    unsolicitedPage = try container.decodeIfPresent(String.self, forKey: .unsolicitedPage)
    metadata = try container.decodeIfPresent(SAMLMetadataSource.self, forKey: .metadata)
    try read(.signsRequest, &signsRequest)
    try read(.forcesAuthentication, &forcesAuthentication)
    try read(.idpCertificates, &idpCertificates)
    try read(.attributes, &attributes)
    try read(.discoveryDomains, &discoveryDomains)
    try read(.allowsSHA1, &allowsSHA1)
  }
}

/// The names of the attributes with the user's data. A nil member is not read.
public struct SAMLAttributeMapping: Sendable, Equatable, Codable {
  /// The e-mail address. If nil, the NameID is used if it is an address.
  public var email: String?
  public var displayName: String?
  /// The URL of a picture.
  public var photoURL: String?
  /// The groups, which become a claim of the ID token: a list of texts, under ``groupsClaim``.
  public var groups: String?
  /// The claim's name. Nil for ``defaultGroupsClaim``.
  public var groupsClaim: String?
  /// The attributes that the ID token contains in `firebase.sign_in_attributes`. Nil means all but ``groups``.
  public var signInAttributes: [String]?

  public static let defaultGroupsClaim = "groups"

  public init() {}
}

/// The address of a provider's metadata, and the result of reading it.
public struct SAMLMetadataSource: Sendable, Equatable, Codable {
  public var url: String
  /// The time when the metadata last changed the settings.
  public var changedAt: Instant?
  /// The reason why the last read failed. Nil if it succeeded.
  public var failure: String?

  public init(url: String) { self.url = url }
}
