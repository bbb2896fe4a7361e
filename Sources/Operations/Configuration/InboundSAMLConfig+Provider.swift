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
    attributeMapping = AttributeMapping(settings.attributes)
    trustedEmailDomains = settings.emailDomains
    discoveryEmailDomains = settings.discoveryDomains.isEmpty ? nil : settings.discoveryDomains
    idpInitiatedContinueUri = settings.unsolicitedPage
    forceAuthn = settings.forcesAuthentication ? true : nil
    allowSha1 = settings.allowsSHA1 ? true : nil
    metadataUrl = settings.metadata?.url
    metadataError = settings.metadata?.failure
  }

  public func published(of project: Project) -> InboundSAMLConfig {
    var config = self
    config.spConfig?.spCertificates = project.samlKeys?.published.map { key in
      var certificate = ServiceProvider.Certificate()
      certificate.x509Certificate = key.certificate
      certificate.expiresAt = key.expiresAt.iso8601
      return certificate
    }
    return config
  }

  /// - Throws: the errors of ``ProviderEditor/set(_:in:)``.
  public func write(_ id: String, to list: inout ProviderList, by editor: ProviderEditor)
    throws(IdentityError)
  {
    let known = list.samlProvider(id)
    // A client of the official API that replaces the whole configuration does not know Latchkey's own fields.
    var settings =
      known
      ?? SAMLProviderSettings(
        providerID: id, enabled: false, idpEntityID: "", ssoURL: "", spEntityID: "", callbackURI: "")
    settings.enabled = enabled ?? false
    settings.displayName = displayName
    settings.idpEntityID = idpConfig?.idpEntityId ?? ""
    settings.ssoURL = idpConfig?.ssoUrl ?? ""
    settings.signsRequest = idpConfig?.signRequest ?? (known == nil)
    settings.idpCertificates = (idpConfig?.idpCertificates ?? []).compactMap(\.x509Certificate)
    settings.spEntityID = spConfig?.spEntityId ?? ""
    settings.callbackURI = spConfig?.callbackUri ?? ""
    if let attributeMapping { settings.attributes = attributeMapping.settings }
    if let trustedEmailDomains {
      settings.emailDomains = trustedEmailDomains.isEmpty ? nil : trustedEmailDomains
    }
    if let discoveryEmailDomains { settings.discoveryDomains = discoveryEmailDomains }
    if let page = idpInitiatedContinueUri { settings.unsolicitedPage = page.isEmpty ? nil : page }
    if let forceAuthn { settings.forcesAuthentication = forceAuthn }
    if let allowSha1 { settings.allowsSHA1 = allowSha1 }
    if let metadataUrl { settings.setMetadata(url: metadataUrl) }
    try editor.set(settings, in: &list)
  }

  /// Removes fields that the mask names and the change lacks.
  public func settled(_ change: Self, by mask: FieldMask) -> Self {
    guard !mask.replacesEverything else { return self }
    var settled = self
    if mask.touches("attributeMapping") { settled.attributeMapping = attributeMapping ?? .init() }
    if mask.touches("trustedEmailDomains") {
      settled.trustedEmailDomains = change.trustedEmailDomains ?? []
    }
    if mask.touches("discoveryEmailDomains") {
      settled.discoveryEmailDomains = change.discoveryEmailDomains ?? []
    }
    if mask.touches("idpInitiatedContinueUri") {
      settled.idpInitiatedContinueUri = change.idpInitiatedContinueUri ?? ""
    }
    if mask.touches("forceAuthn") { settled.forceAuthn = change.forceAuthn ?? false }
    if mask.touches("allowSha1") { settled.allowSha1 = change.allowSha1 ?? false }
    if mask.touches("metadataUrl") { settled.metadataUrl = change.metadataUrl ?? "" }
    return settled
  }
}

extension InboundSAMLConfig.AttributeMapping {
  /// Nil for an empty mapping.
  fileprivate init?(_ mapping: SAMLAttributeMapping) {
    guard mapping != SAMLAttributeMapping() else { return nil }
    self.init()
    email = mapping.email
    displayName = mapping.displayName
    photoUrl = mapping.photoURL
    groups = mapping.groups
    groupsClaim = mapping.groupsClaim
    signInAttributes = mapping.signInAttributes
  }

  fileprivate var settings: SAMLAttributeMapping {
    func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
    var mapping = SAMLAttributeMapping()
    mapping.email = given(email)
    mapping.displayName = given(displayName)
    mapping.photoURL = given(photoUrl)
    mapping.groups = given(groups)
    mapping.groupsClaim = given(groupsClaim)
    mapping.signInAttributes = signInAttributes
    return mapping
  }
}
