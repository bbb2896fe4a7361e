/// The settings of one SAML 2.0 identity provider.
public struct SAMLProviderSettings: Sendable, Equatable {
  /// `saml.…`
  public var providerID: String
  public var enabled: Bool
  public var displayName: String?
  public var idpEntityID: String
  public var ssoURL: String
  /// True if requests are signed, by the project's ``SAMLKeys``.
  public var signsRequest = false
  /// True if the provider has to authenticate the user anew at each sign-in (`ForceAuthn`).
  public var forcesAuthentication = false
  /// X.509 certificates in PEM, any of which may have signed.
  public var idpCertificates: [String] = []
  public var spEntityID: String
  /// The address that the provider posts its responses to. Empty for the handler that the browser came by.
  public var callbackURI: String
  /// The attributes that an account's profile is read from.
  public var attributes = SAMLAttributeMapping()
  /// Domains, in lower case, about whose addresses the provider is believed. Nil: about all.
  public var emailDomains: [String]?
  /// Domains, in lower case, by which an address finds the provider. Empty for a provider that is not found so.
  public var discoveryDomains: [String] = []
  /// The page of the project to which sign-ins go that begin at the provider. Nil refuses them.
  public var unsolicitedPage: String?
  /// True if signatures with SHA-1 are accepted.
  public var allowsSHA1 = false
  /// The metadata that the certificates are kept by. Nil for settings that are kept by hand.
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

/// Settings that were stored before a member existed have its default.
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

/// The names of the attributes that say something about a user. Nil reads none.
public struct SAMLAttributeMapping: Sendable, Equatable, Codable {
  /// The address. Nil for the NameID, if that is an address.
  public var email: String?
  public var displayName: String?
  /// The address of a picture.
  public var photoURL: String?
  /// Becomes a claim of the ID token: a list of texts, under ``groupsClaim``.
  public var groups: String?
  /// The claim's name. Nil for ``defaultGroupsClaim``.
  public var groupsClaim: String?
  /// The attributes that stand in the ID token, in `firebase.sign_in_attributes`. Nil for all but ``groups``.
  public var signInAttributes: [String]?

  public static let defaultGroupsClaim = "groups"

  public init() {}
}

/// The address of a provider's metadata, and how reading it went.
public struct SAMLMetadataSource: Sendable, Equatable, Codable {
  public var url: String
  /// The last moment at which the metadata changed the settings.
  public var changedAt: Instant?
  /// The reason why it could not be read the last time. Nil if it could.
  public var failure: String?

  public init(url: String) { self.url = url }
}
