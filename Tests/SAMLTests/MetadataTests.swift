import Foundation
import Testing

@testable import SAML

@Suite("SAML metadata documents") struct MetadataTests {
  private static func providers(_ xml: String, maximum: Int = 2) throws -> [SAMLIdentityProviderDescription] {
    try SAMLIdentityProviderDescription.all(inMetadata: Array(xml.utf8), maximum: maximum)
  }

  private static func key(_ certificate: [UInt8], _ use: String = "use=\"signing\"") -> String {
    let text = Data(certificate).base64EncodedString(options: .lineLength64Characters)
    return """
      <KeyDescriptor \(use)><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>
      \(text)
      </ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>
      """
  }

  private static func entity(
    _ id: String = Stage.identityProvider, attributes: String = "", role: String = "", content: String? = nil
  ) -> String {
    let content =
      content ?? key(Stage.key.certificate) + """
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp/post"/>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp/r?a=1&amp;b"/>
        """
    return """
      <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="\(id)" \(attributes)><!-- a comment -->
      <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol
      urn:oasis:names:tc:SAML:2.0:protocol" \(role)>\(content)</IDPSSODescriptor></EntityDescriptor>
      """
  }

  @Test("entity ID, addresses, certificates and dates are read")
  func reads() throws {
    let content =
      Self.key([1], "use=\"encryption\"") + Self.key(Stage.key.certificate) + Self.key(Stage.key.certificate)
      + Self.key(Stage.strangersKey.certificate, "")
    let found = try Self.providers(
      Self.entity(
        attributes: "validUntil=\"2027-01-02T00:00:00Z\"",
        role: "WantAuthnRequestsSigned=\"true\" validUntil=\"2027-01-01T00:00:00Z\"", content: content))
    #expect(
      found == [
        SAMLIdentityProviderDescription(
          entityID: Stage.identityProvider, redirectURL: nil, postURL: nil,
          certificates: [Stage.key.certificate, Stage.strangersKey.certificate],
          validUntil: XMLInstant.date("2027-01-01T00:00:00Z"), wantsSignedRequests: true)
      ])
    let provider = try #require(try Self.providers("\u{FEFF}<?xml version=\"1.0\"?>" + Self.entity()).first)
    #expect(provider.redirectURL == "https://idp/r?a=1&b" && provider.postURL == "https://idp/post")
    #expect(provider.validUntil == nil && !provider.wantsSignedRequests)
  }

  @Test("of a list of entities the identity providers are found")
  func lists() throws {
    let list = """
      <EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" validUntil="2027-01-01T00:00:00Z">\
      <EntityDescriptor entityID="sp"><SPSSODescriptor/></EntityDescriptor>\(Self.entity("a"))\
      <EntitiesDescriptor>\(Self.entity("b"))</EntitiesDescriptor>\(Self.entity("c"))</EntitiesDescriptor>
      """
    #expect(try Self.providers(list).map(\.entityID) == ["a", "b"])
    #expect(try Self.providers(list, maximum: 9).map(\.entityID) == ["a", "b", "c"])
    #expect(try Self.providers(list, maximum: 9).allSatisfy { $0.validUntil != nil })
  }

  @Test("what stands elsewhere, or speaks another protocol, is not read")
  func places() throws {
    let other = Self.entity().replacing("SAML:2.0:protocol\"", with: "SAML:2.1:protocol\"")
    #expect(try Self.providers(other).isEmpty)
    #expect(try Self.providers("<a>\(Self.entity())</a>").isEmpty)
    let extensions = Self.entity(content: "<Extensions>\(Self.key(Stage.key.certificate))</Extensions>")
    #expect(try Self.providers(extensions).first?.certificates == [])
  }

  @Test("documents are refused for their form, and for values that are none")
  func refuses() throws {
    func check(_ xml: String) -> SAMLCheck? {
      do throws(SAMLRefusal) {
        _ = try SAMLIdentityProviderDescription.all(inMetadata: Array(xml.utf8))
        return nil
      } catch {
        return error.check
      }
    }
    #expect(check("<!DOCTYPE a>" + Self.entity()) == .documentType)
    #expect(check("<a><!-- <b> <!ENTITY --><!ENTITY c \"d\"></a>") == .documentType)
    #expect(check("<a><!-- open </a>") == .wellFormedness)
    #expect(
      check("<?a?>" + Self.entity()) == .markup
        && check("<?xml version=\"1.0\" encoding=\"UTF-16\"?><a/>") == .encoding)
    #expect(check(Self.entity(attributes: "validUntil=\"soon\"")) == .text)
    #expect(check(Self.entity(content: Self.key([1]).replacing("AQ==", with: "??"))) == .certificates)
    #expect(
      check(
        String(repeating: " ", count: SAMLIdentityProviderDescription.maximumDocumentSize) + Self.entity())
        == .limits)
    #expect(check(String(repeating: "<a>", count: 100)) == .limits)
    #expect(check("") == .encoding && check("{}") == .encoding && check("<a>") == .wellFormedness)
  }

  @Test("our own metadata says what we are, and with which keys we sign")
  func serviceProvider() throws {
    let metadata = SAMLServiceProviderMetadata(
      entityID: "https://sp.example/a?b&\"c\"", assertionConsumerService: Stage.assertionConsumerService,
      certificates: [Stage.key.certificate, Stage.strangersKey.certificate], signsRequests: true)
    let root = try XMLTree.parse(Array(metadata.xml.utf8), .response)
    #expect(root.isNamed("EntityDescriptor", in: XMLNames.metadata) && root["entityID"] == metadata.entityID)
    let role = try #require(root.children("SPSSODescriptor", in: XMLNames.metadata).first)
    #expect(role["AuthnRequestsSigned"] == "true" && role["WantAssertionsSigned"] == "true")
    #expect(role["protocolSupportEnumeration"] == XMLNames.samlProtocol)
    #expect(role.children.map(\.name) == ["KeyDescriptor", "KeyDescriptor", "AssertionConsumerService"])
    let service = try #require(role.children.last)
    #expect(service["Location"] == Stage.assertionConsumerService && service["index"] == "0")
    #expect(service["Binding"] == "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST")
    for (key, certificate) in zip(role.children, metadata.certificates) {
      let text = key.children.first?.children.first?.children.first?.text
      #expect(text == Data(certificate).base64EncodedString() && key["use"] == "signing")
    }
  }
}
