import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Tokens

extension ProviderEditor {
  /// Stores a SAML provider's settings. This is the only place where they are checked.
  ///
  /// - Throws: `MISSING_SAML_RELYING_PARTY_CONFIG`, `INVALID_CALLBACK_URI`, `INVALID_CONTINUE_URI`, `UNAUTHORIZED_DOMAIN`,
  ///   `INVALID_DISPLAY_NAME`, `INVALID_CONFIG`.
  func set(_ settings: SAMLProviderSettings, in list: inout ProviderList) throws(IdentityError) {
    var settings = settings
    settings.displayName = try ProviderConfigText.displayName(settings.displayName)
    try settings.check(privateHosts)
    try settings.attributes.check()
    if let domains = settings.emailDomains {
      settings.emailDomains = try ProviderConfigText.emailDomains(domains)
    }
    settings.discoveryDomains = try ProviderConfigText.emailDomains(settings.discoveryDomains)
    try checkPage(of: settings)
    try checkDiscovery(of: settings, in: list)
    list.set(settings)
    try Self.requireRoom(in: list)
  }

  private func checkPage(of settings: SAMLProviderSettings) throws(IdentityError) {
    guard let page = settings.unsolicitedPage else { return }
    guard !settings.forcesAuthentication else {
      throw .invalidConfig(
        "forceAuthn needs a request, but sign-ins that begin at the provider (idpInitiatedContinueUri) have none."
      )
    }
    guard let url = ReturnPolicy.webURL(page), url.fragment() == nil else {
      throw .refused(
        .invalidContinueURI, "idpInitiatedContinueUri has to be an absolute address without a fragment.")
    }
    try returnPolicy?.requireAuthorized(
      url, reason: "idpInitiatedContinueUri has to be on an authorized domain of the project.")
  }

  /// Throws if another provider has one of the domains, because the choice would be ambiguous.
  private func checkDiscovery(of settings: SAMLProviderSettings, in list: ProviderList) throws(IdentityError)
  {
    for other in list.samlProviders where other.providerID != settings.providerID {
      if let domain = settings.discoveryDomains.first(where: { other.discoveryDomains.containsBytes(of: $0) })
      {
        throw .invalidConfig("Addresses of \(domain) already lead to \(other.providerID).")
      }
    }
  }
}

extension ProjectAdministration {
  /// Creates or replaces a SAML provider. Atomic.
  ///
  /// - Throws: `PROJECT_NOT_FOUND`, `TENANT_NOT_FOUND`; `INVALID_CONFIG_ID` and `CONFIGURATION_EXISTS` if `isNew` is
  ///   true; the errors of ``ProviderEditor/set(_:in:)``.
  public func setSAMLProvider(_ settings: SAMLProviderSettings, isNew: Bool, in scope: Scope)
    async throws(IdentityError) -> ProviderList
  {
    let id = settings.providerID
    guard InboundSAMLConfig.accepts(id: id) else {
      throw .refused(.invalidConfigID, "inboundSamlConfigId names no provider of this kind.")
    }
    let editor = try await editor(in: scope)
    if settings.signsRequest { try await makeSAMLKeys(in: scope.project) }
    return try await projects.updateProviders(in: scope) { (list) throws(IdentityError) in
      if isNew, list.samlProvider(id) != nil { throw .conflict(.configurationExists) }
      try editor.set(settings, in: &list)
    }
  }
}

extension SAMLProviderSettings {
  static let maximumCertificates = 10

  /// Sets the address of the metadata that updates the settings. Empty for none.
  public mutating func setMetadata(url: String) {
    guard metadata?.url != url else { return }
    metadata = url.isEmpty ? nil : SAMLMetadataSource(url: url)
  }

  func check(_ privateHosts: PrivateHosts) throws(IdentityError) {
    guard try !ProviderConfigText.checked(idpEntityID, "idpEntityId").isEmpty else {
      throw .invalidConfig("idpConfig.idpEntityId is missing.")
    }
    guard let address = ReturnPolicy.webURL(ssoURL), address.fragment() == nil else {
      throw .invalidConfig("idpConfig.ssoUrl has to be an absolute address without a fragment.")
    }
    guard Self.isSafe(address, privateHosts) else {
      throw .invalidConfig("idpConfig.ssoUrl has to be an https address.")
    }
    guard try !ProviderConfigText.checked(spEntityID, "spEntityId").isEmpty else {
      throw .refused(.missingSamlRelyingPartyConfig, "spConfig.spEntityId is missing.")
    }
    if !callbackURI.isEmpty {
      guard let callback = ReturnPolicy.webURL(callbackURI) else {
        throw .refused(.invalidCallbackURI, "spConfig.callbackUri has to be an absolute address.")
      }
      guard Self.isSafe(callback, privateHosts) else {
        throw .refused(.invalidCallbackURI, "spConfig.callbackUri has to be an https address.")
      }
    }
    guard idpCertificates.count <= Self.maximumCertificates, idpCertificates.allSatisfy(Self.isCertificate)
    else {
      throw .invalidConfig(
        "idpConfig.idpCertificates are up to \(Self.maximumCertificates) X.509 certificates in PEM.")
    }
    guard !enabled || !idpCertificates.isEmpty else {
      throw .invalidConfig("A SAML provider cannot be enabled without a certificate to check it by.")
    }
    guard let metadata else { return }
    guard let source = ReturnPolicy.webURL(metadata.url), Self.isSafe(source, privateHosts) else {
      throw .invalidConfig("metadataUrl has to be an https address.")
    }
  }

  /// True for https, for addresses on this machine, and for the operator's private hosts.
  private static func isSafe(_ url: URL, _ privateHosts: PrivateHosts) -> Bool {
    url.scheme?.lowercased() == "https" || ReturnPolicy.isLoopback(url.host(percentEncoded: false) ?? "")
      || privateHosts.contain(hostOf: url.absoluteString)
  }

  /// True for PEM (RFC 7468) whose content begins like a certificate, with a DER sequence. The certificate is parsed
  /// when it is used.
  private static func isCertificate(_ text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
    guard text.utf8.count <= 16_384, lines.first == "-----BEGIN CERTIFICATE-----",
      lines.last == "-----END CERTIFICATE-----", lines.count > 2,
      let der = Data(base64Encoded: lines.dropFirst().dropLast().joined())
    else { return false }
    return der.count > 64 && der.first == 0x30
  }
}

extension SAMLAttributeMapping {
  static let maximumAttributes = 100

  /// - Throws: `INVALID_CONFIG`.
  func check() throws(IdentityError) {
    for (name, text) in [
      ("email", email), ("displayName", displayName), ("photoUrl", photoURL), ("groups", groups),
    ] {
      let text = try ProviderConfigText.checked(text, "attributeMapping.\(name)")
      guard text.utf8.count <= 256 else { throw .invalidConfig("attributeMapping.\(name) is too long.") }
    }
    if let groupsClaim {
      let isName =
        (1...64).contains(groupsClaim.utf8.count)
        && groupsClaim.utf8.allSatisfy { (0x21...0x7E).contains($0) }
      guard isName, !ReservedClaims.contains(groupsClaim) else {
        throw .invalidConfig("attributeMapping.groupsClaim is not an allowed name of a claim.")
      }
    }
    guard let signInAttributes else { return }
    guard signInAttributes.count <= Self.maximumAttributes,
      signInAttributes.allSatisfy({ (1...256).contains($0.utf8.count) })
    else {
      throw .invalidConfig(
        "attributeMapping.signInAttributes are up to \(Self.maximumAttributes) names of 1 to 256 bytes.")
    }
  }
}
