import Foundation
import Identity
import IdentityProviders
import IdentityWire

extension InboundSAMLConfig: ProviderConfig {
  public static func accepts(id: String) -> Bool {
    let name = id.dropFirst("saml.".count)
    return id.hasPrefix("saml.") && (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

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

  static let maximumCertificates = 10

  /// - Throws: `MISSING_SAML_RELYING_PARTY_CONFIG`, `INVALID_CALLBACK_URI`, `INVALID_DISPLAY_NAME`,
  ///   `INVALID_CONFIG`.
  public func write(_ id: String, to list: inout ProviderList, by editor: ProviderEditor)
    throws(IdentityError)
  {
    let entityID = try ProviderConfigText.checked(idpConfig?.idpEntityId, "idpEntityId")
    guard !entityID.isEmpty else { throw .invalidConfig("idpConfig.idpEntityId is missing.") }
    let ssoURL = idpConfig?.ssoUrl ?? ""
    guard ReturnPolicy.webURL(ssoURL) != nil else {
      throw .invalidConfig("idpConfig.ssoUrl has to be an absolute address.")
    }
    let ownEntityID = try ProviderConfigText.checked(spConfig?.spEntityId, "spEntityId")
    guard !ownEntityID.isEmpty else {
      throw .refused(.missingSamlRelyingPartyConfig, "spConfig.spEntityId is missing.")
    }
    let callbackURI = spConfig?.callbackUri ?? ""
    guard callbackURI.isEmpty || ReturnPolicy.webURL(callbackURI) != nil else {
      throw .refused(.invalidCallbackURI, "spConfig.callbackUri has to be an absolute address.")
    }
    let certificates = (idpConfig?.idpCertificates ?? []).compactMap(\.x509Certificate)
    guard certificates.count <= Self.maximumCertificates, certificates.allSatisfy(Self.isCertificate) else {
      throw .invalidConfig(
        "idpConfig.idpCertificates are up to \(Self.maximumCertificates) X.509 certificates in PEM.")
    }
    guard enabled != true || !certificates.isEmpty else {
      throw .invalidConfig("A SAML provider cannot be enabled without a certificate to check it by.")
    }
    var settings = SAMLProviderSettings(
      providerID: id, enabled: enabled ?? false, idpEntityID: entityID, ssoURL: ssoURL,
      spEntityID: ownEntityID, callbackURI: callbackURI)
    settings.displayName = try ProviderConfigText.displayName(displayName)
    settings.signsRequest = idpConfig?.signRequest ?? false
    settings.idpCertificates = certificates
    list.set(settings)
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
