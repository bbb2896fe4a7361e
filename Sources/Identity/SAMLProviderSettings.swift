/// What a project knows of one SAML 2.0 identity provider.
public struct SAMLProviderSettings: Sendable, Equatable, Codable {
  /// `saml.…`
  public var providerID: String
  public var enabled: Bool
  public var displayName: String?
  public var idpEntityID: String
  public var ssoURL: String
  public var signsRequest = false
  /// X.509 certificates in PEM, any of which may have signed.
  public var idpCertificates: [String] = []
  public var spEntityID: String
  public var callbackURI: String

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
