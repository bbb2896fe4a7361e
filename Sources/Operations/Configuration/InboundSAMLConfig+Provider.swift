import Identity
import IdentityProviders
import IdentityWire

extension InboundSAMLConfig: ProviderConfig {
  public static func accepts(id: String) -> Bool { ProviderCatalog.isName(id, after: "saml.") }

  public static func ids(in list: ProviderList) -> [String] { list.samlProviders.map(\.providerID) }

  public init?(
    _ id: String, in list: ProviderList,
    secrets: (ProviderSettings) throws(IdentityError) -> ProviderSecrets
  ) throws(IdentityError) {
    guard let settings = list.samlProvider(id) else { return nil }
    self.init()
    displayName = settings.displayName
    enabled = settings.enabled
    idpConfig = .init()
    idpConfig?.idpEntityId = settings.idpEntityID
    idpConfig?.ssoUrl = settings.ssoURL
    idpConfig?.signRequest = settings.signsRequest
    idpConfig?.idpCertificates = settings.idpCertificates.map { text in
      var certificate = IdentityProvider.Certificate()
      certificate.x509Certificate = text
      return certificate
    }
    spConfig = .init()
    spConfig?.spEntityId = settings.spEntityID
    spConfig?.callbackUri = settings.callbackURI
  }

  /// - Throws: what ``SAMLProviderSettings/check()`` throws.
  public func write(_ id: String, to list: inout ProviderList, by editor: ProviderEditor)
    throws(IdentityError)
  {
    var settings = SAMLProviderSettings(
      providerID: id, enabled: enabled ?? false, idpEntityID: idpConfig?.idpEntityId ?? "",
      ssoURL: idpConfig?.ssoUrl ?? "", spEntityID: spConfig?.spEntityId ?? "",
      callbackURI: spConfig?.callbackUri ?? "")
    settings.displayName = displayName
    settings.signsRequest = idpConfig?.signRequest ?? false
    settings.idpCertificates = (idpConfig?.idpCertificates ?? []).compactMap(\.x509Certificate)
    try editor.set(settings, in: &list)
  }
}
