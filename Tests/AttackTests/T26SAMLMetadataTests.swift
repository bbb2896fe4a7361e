import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T26: metadata of SAML providers", .fewAtOnce)
struct T26SAMLMetadataTests {
  // Fails when metadata is fetched without OutgoingHTTP's rules, or with a leave that the operator did not give.
  @Test(
    "metadata is not fetched from private addresses, however they are written", arguments: ["https", "http"])
  func privateAddresses(_ scheme: String) async throws {
    try await TestServer.run(privateHosts: []) { server, target in
      let peer = try SAMLPeer()
      try await peer.configure(server)
      for host in [
        "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f.0.0.1", "[::1]", "[::ffff:127.0.0.1]",
      ] {
        let address = "\(scheme)://\(host):\(target.port)/metadata"
        _ = try await server.configure(
          "PATCH", "inboundSamlConfigs/saml.company?updateMask=metadataUrl",
          ["metadataUrl": .string(address)])
        #expect(try await SAMLMetadataRefresh(service: server.service).run() == 0)
        let read = try await server.configure("GET", "inboundSamlConfigs/saml.company")
        #expect(read.json["metadataUrl"] == nil || read.json["metadataError"] != nil, "\(address)")
      }
      #expect(target.connections == 0)
    }
  }

  // Fails when the leave for a named host counts for another, or for the address that the host has.
  @Test("the leave for a named host is for that host alone")
  func leaveOfAnotherAddress() async throws {
    try await TestServer.run(privateHosts: ["localhost"]) { server, target in
      try await SAMLPeer().configure(server, ["metadataUrl": "http://localhost:1/metadata"])
      let moved = try await server.configure(
        "PATCH", "inboundSamlConfigs/saml.company?updateMask=metadataUrl",
        ["metadataUrl": .string("https://127.0.0.1:\(target.port)/metadata")])
      #expect(moved.status == 200, "\(moved.text)")
      _ = try await SAMLMetadataRefresh(service: server.service).run()
      #expect(target.connections == 0)
      _ = try await server.configure(
        "PATCH", "inboundSamlConfigs/saml.company?updateMask=metadataUrl",
        ["metadataUrl": .string("http://localhost:\(target.port)/metadata")])
      _ = try await SAMLMetadataRefresh(service: server.service).run()
      #expect(target.connections > 0)
    }
  }

  // Fails when settings keep the leave that the operator gave when they were stored.
  @Test("a host that the operator names no longer is not fetched from", arguments: [["localhost"], []])
  func leaveTakenBack(_ hosts: Set<String>) async throws {
    try await TestServer.run(privateHosts: hosts) { server, target in
      try await SAMLPeer().configure(server)
      let address = "http://localhost:\(target.port)/metadata"
      try await server.changeProject { project in
        guard var settings = project.providerList.samlProvider("saml.company") else { return }
        settings.setMetadata(url: address)
        project.providerList.set(settings)
      }
      _ = try await SAMLMetadataRefresh(service: server.service).run()
      #expect((target.connections > 0) == !hosts.isEmpty)
      let project = try await server.project()
      _ = try await server.service.preflight(
        of: "saml.company", redirectURI: "http://localhost/",
        Caller(project: project, tenant: nil, authority: .administrator))
      #expect((target.connections > 0) == !hosts.isEmpty)
      #expect(
        try await server.project().providerList.samlProvider("saml.company")?.metadata?.failure != nil)
    }
  }
}
