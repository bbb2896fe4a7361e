import Identity
import Foundation
import IdentityProviders
import IdentityWire
import TestSupport
import Testing

@Suite("SAML metadata")
struct SAMLMetadataTests {
  private static let now = Instant(milliseconds: 1_800_000_000_000)

  static func descriptor(
    entityID: String = "https://idp.example.com/metadata", keys: String? = nil, services: String? = nil,
    protocols: String = "urn:oasis:names:tc:SAML:2.0:protocol", validUntil: String? = nil
  ) -> String {
    let keys =
      keys
        ?? """
        <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data>
        <ds:X509Certificate>
        \(SAMLSamples.certificate)
        </ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
        """
    let services =
      services
        ?? """
        <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"
          Location="https://idp.example.com/post"/>
        <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect"
          Location="https://idp.example.com/redirect?a=1&amp;b=2"/>
        """
    return """
      <md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="\(entityID)"\
      \(validUntil.map { " validUntil=\"\($0)\"" } ?? "")>
      <md:IDPSSODescriptor protocolSupportEnumeration="\(protocols)">\(keys)\(services)</md:IDPSSODescriptor>
      </md:EntityDescriptor>
      """
  }

  private static func metadata(_ xml: String) throws(SAMLMetadata.Failure) -> SAMLMetadata {
    try SAMLMetadata(xml: Array(xml.utf8), now: now)
  }

  private static func failure(_ xml: String) -> SAMLMetadata.Failure? {
    do throws(SAMLMetadata.Failure) {
      _ = try metadata(xml)
      return nil
    } catch {
      return error
    }
  }

  @Test("entity id, address and certificate are taken from it")
  func reads() throws {
    for declaration in ["", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", "\u{FEFF}<?xml version='1.0'?>"] {
      let found = try Self.metadata(declaration + Self.descriptor())
      #expect(found.entityID == "https://idp.example.com/metadata")
      #expect(found.ssoURL == "https://idp.example.com/redirect?a=1&b=2")
      let certificate = try #require(found.certificates.first)
      #expect(found.certificates.count == 1 && certificate.subject.contains("idp.example.com"))
      #expect(certificate.fingerprint.hasPrefix("1D:66:F2:C6:5D:D1:D8:85"))
      #expect(SAMLCertificate(pem: certificate.pem) == certificate)
      #expect(certificate.notBefore < certificate.notAfter)
    }
  }

  @Test("an address for the post binding alone is refused: requests are sent by redirect")
  func postBinding() {
    let xml = Self.descriptor(
      services: """
        <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://a/"/>
        """)
    #expect(Self.failure(xml) == .noRedirectBinding)
    #expect(SAMLMetadata.Failure.noRedirectBinding.words.contains("HTTP-Redirect"))
  }

  @Test("expired metadata is refused")
  func expired() {
    let (now, later) = (Self.now.iso8601, Self.now.adding(seconds: 1).iso8601)
    #expect(Self.failure(Self.descriptor(validUntil: now)) == .expired)
    #expect(Self.failure(Self.descriptor(validUntil: later)) == nil)
  }

  @Test("the one identity provider among others is found, and several are refused")
  func federation() throws {
    let service = """
      <md:EntityDescriptor entityID="https://sp.example.com"><md:SPSSODescriptor \
      protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"/></md:EntityDescriptor>
      """
    func federation(_ members: String) -> String {
      "<md:EntitiesDescriptor xmlns:md=\"urn:oasis:names:tc:SAML:2.0:metadata\">\(members)</md:EntitiesDescriptor>"
    }
    let one = federation(service + Self.descriptor())
    #expect(try Self.metadata(one).entityID == "https://idp.example.com/metadata")
    #expect(Self.failure(federation(service)) == .noIdentityProvider)
    let two = federation(Self.descriptor() + Self.descriptor(entityID: "https://other.example.com"))
    #expect(Self.failure(two) == .severalIdentityProviders)
  }

  @Test("what lacks something is refused with what it lacks")
  func incomplete() {
    #expect(Self.failure(Self.descriptor(keys: "")) == .noCertificate)
    #expect(
      Self.failure(
        Self.descriptor(keys: Self.descriptor().replacing("use=\"signing\"", with: "use=\"encryption\"")))
        != nil)
    #expect(Self.failure(Self.descriptor(services: "")) == .noSignOnAddress)
    #expect(
      Self.failure(Self.descriptor(protocols: "urn:oasis:names:tc:SAML:1.1:protocol")) == .noIdentityProvider)
    #expect(Self.failure(Self.descriptor(entityID: "")) == .noIdentityProvider)
    let bad = Self.descriptor().replacing(String(SAMLSamples.certificate.prefix(64)), with: "AAAA")
    #expect(Self.failure(bad) == .malformedCertificate)
    for text in ["", "not xml", "<a>", "<a></b>", "{}", String(repeating: "<a>", count: 100_000)] {
      #expect(Self.failure(text) == .malformed, "\(text.prefix(20))")
    }
  }

  @Test("document types, other encodings and too much of it are refused before they are read")
  func attacks() {
    let bombs = [
      "<!DOCTYPE a [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>",
      "<!DOCTYPE a SYSTEM \"http://127.0.0.1:1/a.dtd\">", "<!doctype a>",
      "<!DOCTYPE md [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>",
    ]
    for bomb in bombs {
      let body = Self.descriptor(entityID: "&a;&b;&x;")
      #expect(Self.failure(bomb + body) == .documentType)
      #expect(Self.failure("<?xml version=\"1.0\"?>" + bomb + body) == .documentType)
    }
    #expect(Self.failure(Self.descriptor(entityID: "&undefined;")) == .malformed)
    for encoding in ["UTF-7", "UTF-16", "ISO-8859-1", "IBM037"] {
      let xml = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>" + Self.descriptor()
      #expect(Self.failure(xml) == .notUTF8, "\(encoding)")
    }
    #expect(throws: SAMLMetadata.Failure.notUTF8) {
      _ = try SAMLMetadata(
        xml: Array(Self.descriptor().utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }), now: Self.now)
    }
    let large = Self.descriptor() + String(repeating: " ", count: SAMLMetadata.maximumLength)
    #expect(Self.failure(large) == .tooLarge)
  }

  @Test("metadata is fetched from no private address, and not without https")
  func fetching() async throws {
    try await StubProvider.run({ _ in .text(Self.descriptor()) }) { stub in
      try await withHTTP { http in
        let registry = ProviderRegistry(http: http)
        for url in [stub.baseURL + "/m", "https://127.0.0.1:\(stub.port)/m", "https://localhost/m", "x", ""] {
          await #expect(throws: IdentityError.self, "\(url)") {
            try await registry.samlMetadata(at: url, privateHost: nil, now: Self.now)
          }
        }
        #expect(stub.received.isEmpty)
      }
    }
  }
}
