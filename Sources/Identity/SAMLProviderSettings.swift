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
  /// The address to which the provider posts its responses. If empty, the provider posts to the handler on the host
  /// that the browser used.
  public var callbackURI: String
  /// The attributes that contain an account's profile.
  public var attributes = SAMLAttributeMapping()
  /// The domains, in lower case, for which the provider's addresses are trusted. Nil means all domains.
  public var emailDomains: [String]?
  /// The domains, in lower case, whose users are sent to this provider. If empty, no address leads to this provider.
  public var discoveryDomains: [String] = []
  /// The project's page for sign-ins that begin at the provider. If nil, such sign-ins are refused.
  public var unsolicitedPage: String?
  /// True if signatures with SHA-1 are accepted.
  public var allowsSHA1 = false
  /// The metadata from which the certificates are updated. Nil if an administrator maintains them.
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

/// Decodes settings that were stored before a member existed. Missing members get their defaults.
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

/// The names of the attributes with the user's data. An attribute is not read if its member is nil.
public struct SAMLAttributeMapping: Sendable, Equatable, Codable {
  /// The e-mail address. If nil, the NameID is used, provided it is an address.
  public var email: String?
  public var displayName: String?
  /// The URL of a picture.
  public var photoURL: String?
  /// The groups. They become a claim of the ID token: a list of texts, under ``groupsClaim``.
  public var groups: String?
  /// The name of the claim for groups. Nil for ``defaultGroupsClaim``.
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
