import Foundation

/// The metadata of this service provider for one identity provider (SAML V2.0 Metadata, section 2.4.4).
public struct SAMLServiceProviderMetadata: Sendable, Equatable {
  public static let contentType = "application/samlmetadata+xml"

  public var entityID: String
  public var assertionConsumerService: String
  /// The certificates of the present and future request-signing keys, in DER.
  public var certificates: [[UInt8]]
  public var signsRequests: Bool

  public init(
    entityID: String, assertionConsumerService: String, certificates: [[UInt8]], signsRequests: Bool
  ) {
    self.entityID = entityID
    self.assertionConsumerService = assertionConsumerService
    self.certificates = certificates
    self.signsRequests = signsRequests
  }

  public var xml: String {
    let keys = certificates.map { certificate in
      """
      <md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\
      \(Data(certificate).base64EncodedString())</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
      """
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <md:EntityDescriptor xmlns:md="\(XMLNames.metadata)" xmlns:ds="\(XMLNames.signature)" \
      entityID="\(XMLText.escaped(entityID))"><md:SPSSODescriptor AuthnRequestsSigned="\(signsRequests)" \
      WantAssertionsSigned="true" protocolSupportEnumeration="\(XMLNames.samlProtocol)">\(keys.joined())\
      <md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" \
      Location="\(XMLText.escaped(assertionConsumerService))" index="0" isDefault="true"/></md:SPSSODescriptor>\
      </md:EntityDescriptor>

      """
  }
}
