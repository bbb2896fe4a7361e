import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T9: artifacts of SAML used for another purpose", .fewAtOnce)
struct T09SAMLArtifactTests {
  // Fails when a flow is finished by whatever answer comes with its state.
  @Test("the state of a SAML flow finishes no other, nor the other way round")
  func states() async throws {
    try await TestServer.run { server in
      let peer = try SAMLPeer()
      try await peer.configure(server)
      for providerID in [nil, "saml.company", "google.com"] as [String?] {
        let named: [(name: String, value: String)] = providerID.map { [("providerId", $0)] } ?? []
        // A code for a request of SAML.
        let saml = try await server.beginFlow(peer.providerID)
        let google = try await server.beginFlow("google.com")
        let callback = try await server.authorize(google)
        let code = FormURLEncoded(parsing: String(callback.split(separator: "?")[1]))["code"] ?? ""
        let relayState = try SAMLPeerRequest(saml).relayState
        let byCode = try await server.signInWithIdp(
          named + [("state", relayState), ("code", code)], ["sessionId": .string(saml.sessionID)])
        expectRefused(byCode, "INVALID_IDP_RESPONSE", "code: \(providerID ?? "none")")
        // A response for a request of OAuth: one that answers a request of SAML, and one that answers none.
        let other = try await server.beginFlow(peer.providerID)
        let request = try SAMLPeerRequest(other)
        for answered in [request, nil] {
          let begun = try await server.beginFlow("google.com")
          let response = try peer.response(
            peer.content(answering: answered, at: request.address, now: server.clock.now().date))
          let byResponse = try await server.signInWithIdp(
            named + [("RelayState", begun["state"] ?? ""), ("SAMLResponse", response)],
            ["sessionId": .string(begun.sessionID)])
          expectRefused(byResponse, "INVALID_IDP_RESPONSE", "response: \(providerID ?? "none")")
        }
      }
      #expect(try await server.accounts().isEmpty)
    }
  }

  // Fails when a pending credential is redeemed whatever its provider or its scope (each alone).
  @Test("a pending token is for its own provider and tenant, and refusing uses nothing up")
  func pendingTokens() async throws {
    try await TestServer.run { server in
      let peer = try SAMLPeer()
      let other = try SAMLPeer("saml.other", number: 1)
      let tenant = try await server.makeTenant()
      for place in [nil, tenant] { try await peer.configure(server, tenant: place) }
      try await other.configure(server)
      func redeem(
        _ token: String, _ providerID: String?, in tenant: String? = nil
      ) async throws -> TestResponse {
        var message: [String: JSONValue] = [
          "requestUri": "http://localhost", "pendingToken": .string(token), "returnSecureToken": true,
        ]
        if let tenant { message["tenantId"] = .string(tenant) }
        if let providerID { message["postBody"] = .string("providerId=\(providerID)") }
        return try await server.call("accounts:signInWithIdp", .object(message))
      }
      let ofProject = try require(try await server.signInBySAML(peer), "pendingToken")
      let ofTenant = try require(
        try await server.signInBySAML(peer, ["tenantId": .string(tenant)]), "pendingToken")
      for (what, refused) in [
        ("other provider", try await redeem(ofProject, "saml.other")),
        ("OAuth provider", try await redeem(ofProject, "google.com")),
        ("tenant", try await redeem(ofProject, nil, in: tenant)),
        ("project of a tenant's", try await redeem(ofTenant, nil)),
      ] { expectRefused(refused, "INVALID_PENDING_TOKEN", what) }
      _ = try TestSession(try await redeem(ofProject, "saml.company"))
      _ = try TestSession(try await redeem(ofTenant, nil, in: tenant))
    }
  }

  // Fails when an artifact is read whatever its purpose, and when a response is taken without its flow.
  @Test("a response, its state and its pending token are refused at every other place")
  func otherPlaces() async throws {
    try await TestServer.run { server in
      let peer = try SAMLPeer()
      try await peer.configure(server)
      let pending = try require(try await server.signInBySAML(peer), "pendingToken")
      let flow = try await server.beginFlow(peer.providerID)
      let response = try peer.answer(flow, server)
      let state = try SAMLPeerRequest(flow).relayState
      for (name, artifact) in [
        ("response", response), ("state", state), ("pending token", pending), ("session", flow.sessionID),
      ] {
        func refuse(_ answer: TestResponse, _ place: String) {
          expectRefused(answer, nil, "\(name) \(place)")
        }
        for (provider, parameter) in [
          ("google.com", "id_token"), ("google.com", "access_token"), ("google.com", "code"),
          ("apple.com", "id_token"), ("oidc.lab", "id_token"), ("saml.company", "id_token"),
          ("saml.company", "access_token"), ("saml.company", "SAMLResponse"), ("saml.company", "code"),
        ] {
          refuse(
            try await server.signInWithIdp([("providerId", provider), (parameter, artifact)]),
            "as \(parameter) of \(provider)")
        }
        if name != "pending token" {
          refuse(try await server.signInWithIdp([("pendingToken", artifact)]), "as pending token")
        }
        refuse(try await server.refresh(artifact), "as refresh token")
        refuse(try await server.signInWithCustomToken(artifact), "as custom token")
        refuse(
          try await server.call("accounts:lookup", ["idToken": .string(artifact)]), "as ID token")
      }
      _ = try TestSession(await server.finishSAML(flow, response))
      _ = try TestSession(await server.signInWithIdp([("pendingToken", pending)]))
      #expect(try await server.accounts().count == 1)
    }
  }
}
