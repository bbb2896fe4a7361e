import Foundation
import Identity
import IdentityProviders
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("What a SAML provider's configuration has beside Google's", .fewAtOnce)
struct SAMLConfigTests {
  private static let path = "inboundSamlConfigs/saml.company"

  private static func stored(_ server: TestServer) async throws -> SAMLProviderSettings {
    try #require(try await server.project().providerList.samlProvider("saml.company"))
  }

  private static func patch(_ server: TestServer, _ mask: String, _ change: JSONValue = [:])
    async throws -> TestResponse
  {
    try await server.configure("PATCH", "\(path)?updateMask=\(mask)", change)
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("every member is set, read back, kept by who knows nothing of it, and taken away") {
      try await members($0)
    },
    Behaviour("what no sign-in could use is refused, and named") { try await refusals($0) },
    Behaviour("signed requests carry a signature of a published key, before and after a change of keys") {
      try await signing($0)
    },
    Behaviour("the key is sealed, and another master key seals it anew") { try await sealing($0) },
  ]

  @Test("a SAML provider's settings are checked and kept")
  func settings() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func members(_ server: TestServer) async throws {
    let own: [String: JSONValue] = [
      "attributeMapping": ["email": "mail", "groups": "memberOf", "signInAttributes": ["mail"]],
      "trustedEmailDomains": ["example.com"], "discoveryEmailDomains": ["example.com"],
      "idpInitiatedContinueUri": "http://localhost:5000/start", "allowSha1": true,
      "metadataUrl": "https://idp.example.com/metadata",
    ]
    let peer = try SAMLPeer()
    try await peer.configure(server, own)
    let read = try await server.configure("GET", Self.path)
    for (name, value) in own { #expect(read.json[name] == value, "\(name)") }
    let stored = try await Self.stored(server)
    #expect(stored.attributes.groups == "memberOf" && stored.allowsSHA1)

    let replaced = try await server.configure("PATCH", Self.path, .object(peer.config))
    #expect(replaced.status == 200, "\(replaced.text)")
    #expect(try await Self.stored(server) == stored, "the official API says nothing of them")
    let names = own.keys.sorted().joined(separator: ",")
    #expect(try await Self.patch(server, names).status == 200)
    let bare = try await server.configure("GET", Self.path)
    for name in own.keys { #expect(bare.json[name] == nil, "\(name)") }
    #expect(try await Self.stored(server).attributes == SAMLAttributeMapping())
  }

  // Fails when the setting is not sent, not stored or not kept by a client that knows nothing of it (each alone).
  @Test("where the settings say so, each request asks for a new proof, and an older one is refused")
  func forceAuthn() async throws {
    try await TestServer.run { server in
      let peer = try SAMLPeer()
      try await peer.configure(server, ["forceAuthn": true])
      #expect(try await server.configure("GET", Self.path).json["forceAuthn"] == true)
      _ = try await server.configure("PATCH", Self.path, .object(peer.config))
      let flow = try await server.beginFlow(peer.providerID)
      #expect(try SAMLPeerRequest(flow).xml.contains(" ForceAuthn=\"true\""))
      let stale = try peer.answer(flow, server) {
        $0.issueInstant = $0.issueInstant.addingTimeInterval(-61)
      }
      let refused = try await server.finishSAML(flow, stale)
      #expect(refused.errorMessage == "INVALID_IDP_RESPONSE", "\(refused.text)")
      #expect(try await server.explanationText().contains("saml-authentication"))
      #expect(try await server.signInBySAML(peer).status == 200)

      #expect(try await Self.patch(server, "forceAuthn").status == 200)
      for (prompt, isForced) in [
        ("login", true), ("consent login", true), ("none", false), ("xlogin", false),
      ] {
        let asked = try await server.beginFlow(
          peer.providerID, ["customParameter": ["prompt": .string(prompt)]])
        #expect(try SAMLPeerRequest(asked).xml.contains("ForceAuthn") == isForced, "\(prompt)")
      }
      let usual = try await server.beginFlow(peer.providerID)
      #expect(try !SAMLPeerRequest(usual).xml.contains("ForceAuthn"))
      let old = try peer.answer(usual, server) { $0.issueInstant = $0.issueInstant.addingTimeInterval(-61) }
      #expect(try await server.finishSAML(usual, old).status == 200)
    }
  }

  /// More than an attribute's name may have.
  private static let long = String(repeating: "a", count: 257)

  private static func refusals(_ server: TestServer) async throws {
    let cases: [(mask: String, change: JSONValue, error: String)] = [
      (
        "idpInitiatedContinueUri", ["idpInitiatedContinueUri": "https://evil.example/"], "UNAUTHORIZED_DOMAIN"
      ),
      ("idpInitiatedContinueUri", ["idpInitiatedContinueUri": "http://localhost/#a"], "INVALID_CONTINUE_URI"),
      ("idpInitiatedContinueUri", ["idpInitiatedContinueUri": "javascript:alert(1)"], "INVALID_CONTINUE_URI"),
      ("metadataUrl", ["metadataUrl": "http://idp.example.com/metadata"], "INVALID_CONFIG : metadataUrl"),
      ("idpConfig.ssoUrl", ["idpConfig": ["ssoUrl": "http://idp.example.com/"]], "INVALID_CONFIG"),
      ("attributeMapping", ["attributeMapping": ["groups": "g", "groupsClaim": "email"]], "INVALID_CONFIG"),
      ("attributeMapping", ["attributeMapping": ["groupsClaim": "firebase"]], "INVALID_CONFIG"),
      (
        "forceAuthn,idpInitiatedContinueUri",
        ["forceAuthn": true, "idpInitiatedContinueUri": "http://localhost:5000/start"], "INVALID_CONFIG"
      ),
      ("attributeMapping", ["attributeMapping": ["email": .string(Self.long)]], "INVALID_CONFIG"),
      (
        "attributeMapping", ["attributeMapping": ["signInAttributes": [.string(Self.long)]]], "INVALID_CONFIG"
      ),
      ("attributeMapping", ["attributeMapping": ["signInAttributes": [""]]], "INVALID_CONFIG"),
      (
        "attributeMapping",
        ["attributeMapping": ["signInAttributes": .array((0..<101).map { .string("a\($0)") })]],
        "INVALID_CONFIG"
      ),
      ("trustedEmailDomains", ["trustedEmailDomains": ["*.example.com"]], "INVALID_CONFIG"),
      ("discoveryEmailDomains", ["discoveryEmailDomains": ["taken.example"]], "INVALID_CONFIG"),
    ]
    try await SAMLPeer().configure(server)
    try await SAMLPeer("saml.other", number: 1).configure(
      server, ["discoveryEmailDomains": ["taken.example"]])
    let before = try await Self.stored(server)
    for (mask, change, error) in cases {
      let answer = try await Self.patch(server, mask, change)
      #expect(answer.errorMessage?.hasPrefix(error) == true, "\(mask): \(answer.text)")
    }
    #expect(try await Self.stored(server) == before)
  }

  private static func signing(_ server: TestServer) async throws {
    let peer = try SAMLPeer()
    try await peer.configure(server)
    #expect(try await server.configure("GET", Self.path).json["spConfig"]?["spCertificates"] == nil)
    let changed = try await Self.patch(
      server, "idpConfig.signRequest", ["idpConfig": ["signRequest": true]])
    func certificates() async throws -> [String] {
      let read = try await server.configure("GET", Self.path)
      return (read.json["spConfig"]?["spCertificates"]?.arrayValue ?? []).compactMap {
        $0["expiresAt"]?.stringValue == nil ? nil : $0["x509Certificate"]?.stringValue
      }
    }
    let first = try await certificates()
    #expect(changed.status == 200 && first.count == 1)
    func signer() async throws -> String? {
      let flow = try await server.beginFlow(peer.providerID)
      let signed = try SignedRedirect(flow)
      return try await certificates().first { signed.isValid(by: $0) }
    }
    #expect(try await signer() == first.first)

    let administration = server.backend.administration
    _ = try await administration.prepareSAMLKey(in: TestServer.project)
    let both = try await certificates()
    #expect(both.count == 2 && both.first == first.first)
    #expect(try await signer() == first.first, "providers do not know the new one yet")
    let metadata = try await server.send("GET", "/__/auth/saml/saml.company/metadata")
    #expect(metadata.text.components(separatedBy: "X509Certificate>").count == 5)
    _ = try await administration.changeSAMLKey(in: TestServer.project)
    #expect(try await signer() == both.last)
    #expect(Set(try await certificates()) == Set(both), "the former is still published")
  }

  private static func sealing(_ server: TestServer) async throws {
    let administration = server.backend.administration
    await #expect(throws: IdentityError.self) {
      try await administration.changeSAMLKey(in: TestServer.project)
    }
    _ = try await administration.makeSAMLKeys(in: TestServer.project)
    let made = try #require(try await server.project().samlKeys)
    let again = try await administration.makeSAMLKeys(in: TestServer.project)
    #expect(again.samlKeys == made, "one is enough")
    let key = Data(made.current.sealedPrivateKey)
    let opened = try server.backend.secretBox.open(key, context: "saml-key/example")
    #expect(opened.first == 0x30 && opened.count > 1_000)
    #expect(throws: (any Error).self) {
      try server.backend.secretBox.open(key, context: "saml-key/other")
    }
  }
}
