import Foundation
import Identity
import IdentityWire
import SAML
import TestSupport
import Testing

@Suite("T27: SAML responses at the server", .fewAtOnce)
struct T27SAMLFlowTests {
  private static let form = ["Content-Type": "application/x-www-form-urlencoded"]

  private static func begun(_ server: TestServer, _ peer: SAMLPeer) async throws -> AuthUriFlow {
    try await server.beginFlow(peer.providerID)
  }

  /// Refused without a word of why.
  private static func expectSilence(_ response: TestResponse, _ what: String) {
    expectRefused(response, "INVALID_IDP_RESPONSE", what)
    #expect(response.errorMessage == "INVALID_IDP_RESPONSE", "\(what): \(response.text)")
  }

  // Fails when `redeemFlow` does not consume the flow, and when the request's ID is not compared.
  @Test("a response is good once, and for its own flow", arguments: TestServer.Deployment.all)
  func replay(_ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      let peer = try SAMLPeer()
      try await peer.configure(server)
      let flow = try await Self.begun(server, peer)
      let response = try peer.answer(flow, server)
      #expect(try await server.finishSAML(flow, response).status == 200)
      expectRefused(try await server.finishSAML(flow, response), "INVALID_IDP_RESPONSE", "same flow")
      let other = try await Self.begun(server, peer)
      Self.expectSilence(try await server.finishSAML(other, response), "other flow")
      #expect(try await server.accounts().count == 1)
    }
  }

  // Fails when the flow is read and not consumed in one statement.
  @Test("of 64 who present one response at once, one signs in", arguments: TestServer.Deployment.all)
  func race(_ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      let peer = try SAMLPeer()
      try await peer.configure(server)
      let flow = try await Self.begun(server, peer)
      let response = try peer.answer(flow, server)
      let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
        for _ in 0..<64 {
          group.addTask { try await served { try await server.finishSAML(flow, response) } }
        }
        return try await group.reduce(into: [TestResponse]()) { $0.append($1) }
      }
      #expect(answers.count { $0.status == 200 } == 1, "\(answers.map(\.status))")
      for answer in answers where answer.status != 200 { expectRefused(answer) }
      #expect(try await server.accounts().count == 1)
    }
  }

  // Fails when an assertion that answers no request is not redeemed, or not in the transaction of its credential.
  @Test(
    "of 64 who post one unsolicited response at once, one gets a credential",
    arguments: TestServer.Deployment.all)
  func unsolicitedRace(_ deployment: TestServer.Deployment) async throws {
    try await TestServer.run(on: deployment) { server in
      let peer = try SAMLPeer()
      try await peer.configure(server, ["idpInitiatedContinueUri": "http://localhost:5000/"])
      let path = "/__/auth/saml/saml.company/acs?project=example"
      let content = peer.content(
        answering: nil, at: server.origin + path, now: server.clock.now().date)
      let body = FormURLEncoded([("SAMLResponse", try peer.response(content))]).text
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<64 {
          group.addTask {
            try await served { try await server.send("POST", path, headers: Self.form, body: body) }.status
          }
        }
        return try await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(statuses.count { $0 == 303 } == 1 && statuses.count { $0 == 400 } == 63, "\(statuses)")
    }
  }

  // Fails when a response's certificate, issuer, audience or address is not compared with the settings of the flow's provider
  // (each alone).
  @Test(
    "another provider's response, one for another service provider or address, and one that nobody signed are refused"
  )
  func otherwise() async throws {
    typealias Change = @Sendable (inout SAMLPeer, inout SAMLResponseContent) -> Void
    let changes: [(what: String, change: Change)] = [
      ("another audience", { _, content in content.audience = "https://other.example.com/metadata" }),
      ("another address", { _, content in content.destination = "https://evil.example/__/auth/handler" }),
      ("another request", { _, content in content.inResponseTo = "_other" }),
      ("no request", { _, content in content.inResponseTo = nil }),
      ("expired", { _, content in content.notOnOrAfter = content.issueInstant.addingTimeInterval(-120) }),
      ("another issuer", { peer, _ in peer.issuer.entityID = "https://idp1.example.com/metadata" }),
      ("a transient NameID", { _, content in content.nameIDFormat = SAMLAssertion.Subject.transient }),
    ]
    try await TestServer.run { server in
      let peer = try SAMLPeer()
      try await peer.configure(server)
      let other = try SAMLPeer("saml.other", number: 1)
      try await other.configure(server)
      for (what, change) in changes {
        var (changed, flow) = (peer, try await Self.begun(server, peer))
        let request = try SAMLPeerRequest(flow)
        var content = peer.content(answering: request, at: request.address, now: server.clock.now().date)
        change(&changed, &content)
        Self.expectSilence(try await server.finishSAML(flow, try changed.response(content)), what)
        flow = try await Self.begun(server, peer)
      }
      let flow = try await Self.begun(server, peer)
      Self.expectSilence(
        try await server.finishSAML(flow, try other.answer(flow, server)), "the response of B in a flow of A")
      var forger = other
      forger.issuer.entityID = peer.issuer.entityID
      let forged = try await Self.begun(server, peer)
      Self.expectSilence(
        try await server.finishSAML(forged, try forger.answer(forged, server)), "A's name and B's key")
      let unsigned = try await Self.begun(server, peer)
      let request = try SAMLPeerRequest(unsigned)
      let content = peer.content(answering: request, at: request.address, now: server.clock.now().date)
      Self.expectSilence(
        try await server.finishSAML(unsigned, try peer.response(content, signing: .nothing)), "unsigned")
      #expect(try await server.accounts().isEmpty)
    }
  }

  // Fails when a flow is found whatever its scope, and when a tenant's provider counts as the project's.
  @Test("a tenant's response lets nobody into another tenant, nor into the project")
  func tenants() async throws {
    try await TestServer.run { server in
      let peer = try SAMLPeer()
      let one = try await server.makeTenant()
      let two = try await server.makeTenant(["displayName": "team-two"])
      for tenant in [nil, one, two] as [String?] { try await peer.configure(server, tenant: tenant) }
      let scopes: [JSONValue] = [.null, .string(one), .string(two)]
      for begun in scopes {
        for presented in scopes where begun != presented {
          let flow = try await server.beginFlow(
            peer.providerID, ["tenantId": begun].filter { !$0.value.isNull })
          let response = try peer.answer(flow, server)
          expectRefused(
            try await server.finishSAML(flow, response, ["tenantId": presented]), "INVALID_IDP_RESPONSE",
            "\(begun) at \(presented)")
        }
      }
      #expect(try await server.accounts().isEmpty)
    }
  }

  // Fails when `requireAgreement` takes a missing session id for the right one, or is not asked for SAML.
  @Test("a response of another browser's flow signs nobody in")
  func otherBrowser() async throws {
    try await TestServer.run { server in
      let peer = try SAMLPeer()
      try await peer.configure(server)
      let mine = try await Self.begun(server, peer)
      for session in [JSONValue.null, "", "other", .string(mine.sessionID)] {
        let flow = try await Self.begun(server, peer)
        let answer = try await server.finishSAML(
          flow, try peer.answer(flow, server), ["sessionId": session.isNull ? "" : session])
        expectRefused(answer, "INVALID_IDP_RESPONSE", "\(session)")
      }
    }
  }

  // Fails when a response that answers no request is taken where the settings name no page for it, or where the page's domain
  // is authorized no longer; and when RelayState has a say in where the browser goes.
  @Test("a sign-in that begins at the provider is refused unless its page is set, and goes to no other")
  func unsolicited() async throws {
    try await TestServer.run { server in
      let peer = try SAMLPeer()
      try await peer.configure(server)
      let path = "/__/auth/saml/saml.company/acs?project=example"
      func post(_ change: (inout SAMLResponseContent) -> Void = { _ in }, to path: String = path)
        async throws -> TestResponse
      {
        var content = peer.content(
          answering: nil, at: server.origin + path, now: server.clock.now().date)
        change(&content)
        let fields = FormURLEncoded([
          ("SAMLResponse", try peer.response(content)), ("RelayState", "https://evil.example/"),
        ])
        return try await server.send("POST", path, headers: Self.form, body: fields.text)
      }
      for address in [path, "/__/auth/handler"] {
        let answer = try await post(to: address)
        #expect(answer.status == 400 && answer.location == nil, "\(address): \(answer.status)")
      }
      let page = "https://app.example.com/start"
      _ = try await server.configure(
        "PATCH", "config?updateMask=authorizedDomains",
        ["authorizedDomains": ["localhost", "app.example.com"]])
      let set = try await server.configure(
        "PATCH", "inboundSamlConfigs/saml.company?updateMask=idpInitiatedContinueUri",
        ["idpInitiatedContinueUri": .string(page)])
      #expect(set.status == 200, "\(set.text)")
      #expect(try await post().location?.hasPrefix(page + "#") == true)
      let refused: [(what: String, change: (inout SAMLResponseContent) -> Void)] = [
        ("an answer", { $0.inResponseTo = "_request" }),
        ("another audience", { $0.audience = "https://other.example.com" }),
        ("the handler's address", { $0.destination = server.origin + "/__/auth/handler" }),
      ]
      for (what, change) in refused {
        let answer = try await post(change)
        #expect(answer.status == 400 && answer.location == nil, "\(what): \(answer.status)")
      }
      #expect(try await post(to: "/__/auth/handler").status == 400, "it names no provider")
      _ = try await server.configure(
        "PATCH", "config?updateMask=authorizedDomains", ["authorizedDomains": ["localhost"]])
      let gone = try await post()
      #expect(gone.status == 400 && gone.location == nil, "\(gone.status)")
    }
  }

  // Fails when JSON is believed by a server that was not told to believe what nobody signed.
  @Test("the emulator's unsigned response is refused by every other server")
  func emulator() async throws {
    let response = #"{"assertion":{"subject":{"nameId":"ada@example.com"}}}"#
    try await TestServer.run { server in
      let peer = try SAMLPeer()
      try await peer.configure(server)
      let answer = try await server.signInWithIdp([
        ("providerId", peer.providerID), ("SAMLResponse", response), ("id_token", #"{"sub":"1"}"#),
      ])
      expectRefused(answer)
      let flow = try await Self.begun(server, peer)
      Self.expectSilence(try await server.finishSAML(flow, response), "in a flow")
      #expect(try await server.accounts().isEmpty)
    }
  }
}
