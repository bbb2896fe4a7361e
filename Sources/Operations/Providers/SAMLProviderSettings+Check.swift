import Foundation
import Identity
import IdentityWire

extension ProviderEditor {
  /// Stores a SAML provider's settings. The one check that there is of them.
  ///
  /// - Throws: what ``SAMLProviderSettings/check()`` throws.
  func set(_ settings: SAMLProviderSettings, in list: inout ProviderList) throws(IdentityError) {
    var settings = settings
    settings.displayName = try ProviderConfigText.displayName(settings.displayName)
    try settings.check()
    list.set(settings)
    try Self.requireRoom(in: list)
  }
}

extension ProjectAdministration {
  /// Makes or replaces a SAML provider. Atomic.
  ///
  /// - Throws: `PROJECT_NOT_FOUND`, `TENANT_NOT_FOUND`, what ``SAMLProviderSettings/check()`` throws; `INVALID_CONFIG_ID` and
  ///   `CONFIGURATION_EXISTS` for one that is to be new.
  public func setSAMLProvider(_ settings: SAMLProviderSettings, isNew: Bool, in scope: Scope)
    async throws(IdentityError) -> ProviderList
  {
    let id = settings.providerID
    guard InboundSAMLConfig.accepts(id: id) else {
      throw .refused(.invalidConfigID, "inboundSamlConfigId names no provider of this kind.")
    }
    let editor = try await editor(in: scope)
    return try await projects.updateProviders(in: scope) { (list) throws(IdentityError) in
      if isNew, list.samlProvider(id) != nil { throw .conflict(.configurationExists) }
      try editor.set(settings, in: &list)
    }
  }
}

extension SAMLProviderSettings {
  static let maximumCertificates = 10

  /// - Throws: `MISSING_SAML_RELYING_PARTY_CONFIG`, `INVALID_CALLBACK_URI`, `INVALID_CONFIG`.
  func check() throws(IdentityError) {
    guard try !ProviderConfigText.checked(idpEntityID, "idpEntityId").isEmpty else {
      throw .invalidConfig("idpConfig.idpEntityId is missing.")
    }
    guard ReturnPolicy.webURL(ssoURL) != nil else {
      throw .invalidConfig("idpConfig.ssoUrl has to be an absolute address.")
    }
    guard try !ProviderConfigText.checked(spEntityID, "spEntityId").isEmpty else {
      throw .refused(.missingSamlRelyingPartyConfig, "spConfig.spEntityId is missing.")
    }
    guard callbackURI.isEmpty || ReturnPolicy.webURL(callbackURI) != nil else {
      throw .refused(.invalidCallbackURI, "spConfig.callbackUri has to be an absolute address.")
    }
    guard idpCertificates.count <= Self.maximumCertificates, idpCertificates.allSatisfy(Self.isCertificate)
    else {
      throw .invalidConfig(
        "idpConfig.idpCertificates are up to \(Self.maximumCertificates) X.509 certificates in PEM.")
    }
    guard !enabled || !idpCertificates.isEmpty else {
      throw .invalidConfig("A SAML provider cannot be enabled without a certificate to check it by.")
    }
  }

  /// PEM (RFC 7468) of something that begins as a certificate does: a DER sequence. It is read when it is used.
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
