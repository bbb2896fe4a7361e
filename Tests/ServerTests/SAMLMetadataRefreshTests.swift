import Foundation
import Hummingbird
import Identity
import IdentityWire
import Operations
import Synchronization
import TestSupport
import Testing

@Suite("SAML providers that are kept by their metadata", .fewAtOnce)
struct SAMLMetadataRefreshTests {
  /// Publishes what a provider says of itself; nil answers 404.
  private final class Publisher: Sendable {
    private let xml = Mutex<String?>(nil)

    func publish(
      _ peer: SAMLPeer?, ssoURL: String = "https://idp.example.com/sso?tenant=one",
      validUntil: String = "2099-01-01T00:00:00Z", binding: String = "HTTP-Redirect"
    ) {
      let document = peer.map { peer in
        """
        <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="\(peer.entityID)"
          validUntil="\(validUntil)">
        <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
        <KeyDescriptor><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>
        \(peer.certificate.split(separator: "\n").dropFirst().dropLast().joined())
        </X509Certificate></X509Data></KeyInfo></KeyDescriptor>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:\(binding)" Location="\(ssoURL)"/>
        </IDPSSODescriptor></EntityDescriptor>
        """
      }
      xml.withLock { $0 = document }
    }

    func run(_ body: @Sendable @escaping (String) async throws -> Void) async throws {
      let router = Router()
      router.get("/metadata") { _, _ in
        guard let text = self.xml.withLock(\.self) else { throw HTTPError(.notFound) }
        return text
      }
      try await LoopbackApplication.run(router.buildResponder()) { port in
        try await body("http://127.0.0.1:\(port)/metadata")
      }
    }
  }

  private static func stored(_ server: TestServer) async throws -> SAMLProviderSettings {
    try #require(try await server.project().providerList.samlProvider("saml.company"))
  }

  /// The second provider under the first one's name: what a new key looks like.
  private static func rotated(_ peer: SAMLPeer) throws -> SAMLPeer {
    var other = try SAMLPeer(number: 1)
    other.entityID = peer.entityID
    return other
  }

  @Test("a new certificate is taken over, and the one of before is believed no longer")
  func rotation() async throws {
    let publisher = Publisher()
    try await publisher.run { address in
      try await TestServer.run { server in
        let refresh = SAMLMetadataRefresh(service: server.service)
        let peer = try SAMLPeer()
        publisher.publish(peer)
        try await peer.configure(server, ["metadataUrl": .string(address)])
        let before = try await Self.stored(server)
        let revision = try await server.project().revision
        #expect(try await refresh.run() == 0)
        #expect(try await server.project().revision == revision, "what is known is not written again")

        let other = try Self.rotated(peer)
        publisher.publish(other, ssoURL: "https://idp.example.com/new")
        #expect(try await refresh.run() == 1)
        let after = try await Self.stored(server)
        #expect(after.idpCertificates == [other.certificate] && after.ssoURL == "https://idp.example.com/new")
        #expect(after.metadata?.changedAt != nil && after.metadata?.failure == nil)
        #expect(after.idpCertificates != before.idpCertificates)
        #expect(try await server.signInBySAML(peer).status == 400)
        #expect(try await server.signInBySAML(other).status == 200)
      }
    }
  }

  @Test("metadata that cannot be read, or is of another provider, changes nothing and is told of")
  func failures() async throws {
    let publisher = Publisher()
    try await publisher.run { address in
      try await TestServer.run { server in
        let refresh = SAMLMetadataRefresh(service: server.service)
        let peer = try SAMLPeer()
        try await peer.configure(server, ["metadataUrl": .string(address)])
        let before = try await Self.stored(server)
        func failure() async throws -> String? {
          #expect(try await refresh.run() == 0)
          var stored = try await Self.stored(server)
          let failure = stored.metadata?.failure
          let read = try await server.configure("GET", "inboundSamlConfigs/saml.company")
          #expect(read.json["metadataError"] == failure.map { .string($0) })
          stored.metadata?.failure = nil
          #expect(stored == before)
          return failure
        }
        #expect(try await failure() == "The provider answered with HTTP 404.")
        publisher.publish(try SAMLPeer(number: 1))
        #expect(try await failure() == "The metadata is of another identity provider.")
        publisher.publish(peer, ssoURL: "http://idp.example.com/sso")
        #expect(try await failure() == "The metadata names no https address to sign in at.")
        publisher.publish(peer, ssoURL: "https://idp.example.com/sso#here")
        #expect(try await failure() == "The metadata names no https address to sign in at.")
        publisher.publish(peer, validUntil: "2001-01-01T00:00:00Z")
        #expect(try await failure() == "The metadata has expired by its validUntil.")
        publisher.publish(peer, binding: "HTTP-POST")
        #expect(try await failure()?.contains("by HTTP-Redirect") == true)
        publisher.publish(peer)
        #expect(try await failure() == nil)
      }
    }
  }

  @Test(
    "a tenant's provider is refreshed too, and private hosts are read where the operator names them alone")
  func scopes() async throws {
    let publisher = Publisher()
    try await publisher.run { address in
      let peer = try SAMLPeer()
      publisher.publish(try Self.rotated(peer))
      for isNamed in [true, false] {
        var options = TestServer.Options()
        options.privateProviderHosts = isNamed ? ["127.0.0.1"] : []
        try await TestServer.run(options) { server in
          let tenant = try await server.makeTenant()
          try await peer.configure(server, ["metadataUrl": .string(address)], tenant: tenant)
          #expect(try await SAMLMetadataRefresh(service: server.service).run() == (isNamed ? 1 : 0))
        }
      }
    }
  }
}
