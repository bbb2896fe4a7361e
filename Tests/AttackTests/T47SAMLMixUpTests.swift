import Identity
import IdentityWire
import Operations
import SAML
import TestSupport
import Testing

/// Two projects of a server know one identity provider. A response that was made for the first one must not get to a page
/// of the second one by a swapped `RelayState`.
@Suite("T47: SAML responses across projects", .fewAtOnce)
struct T47SAMLMixUpTests {
  private static let form = ["Content-Type": "application/x-www-form-urlencoded"]

  private static func run(
    page: String?, callback: String = "",
    _ body: @Sendable @escaping (TwoProjects, SAMLPeer) async throws -> Void
  ) async throws {
    let peer = try SAMLPeer()
    try await TwoProjects.run { two in
      var settings = SAMLProviderSettings(
        providerID: peer.providerID, enabled: true, idpEntityID: peer.entityID,
        ssoURL: "https://idp.example.com/sso", spEntityID: peer.audience,
        callbackURI: callback.isEmpty ? "" : two.server.origin + callback)
      settings.idpCertificates = [peer.certificate]
      settings.unsolicitedPage = page
      let shared = settings
      for project in two.projects {
        _ = try await two.server.backend.projects.update(project.id) { $0.samlProviders = [shared] }
      }
      try await body(two, peer)
    }
  }

  private static func address(_ server: TestServer, _ peer: SAMLPeer, _ project: Project) -> String {
    "\(server.origin)/__/auth/saml/\(peer.providerID)/acs?project=\(project.id)"
  }

  /// The flow that a page of the project began.
  private static func pageFlow(_ server: TestServer, _ peer: SAMLPeer, key: String) async throws
    -> AuthUriFlow
  {
    var flow = WebFlow.page(server, peer.providerID)
    flow.query.removeAll { $0.name == "apiKey" }
    flow.query.append(("apiKey", key))
    let begun = try await flow.start()
    guard let authURI = begun.pageData["authUri"]?.stringValue,
      let sessionID = begun.pageData["sessionId"]?.stringValue
    else { throw TestFailure("no flow began: \(begun.status) \(begun.text)") }
    return AuthUriFlow(providerID: peer.providerID, authURI: authURI, sessionID: sessionID)
  }

  private static func post(
    _ response: String, _ flow: AuthUriFlow, to address: String, _ server: TestServer
  ) async throws -> TestResponse {
    let fields = FormURLEncoded([("SAMLResponse", response), ("RelayState", flow["RelayState"] ?? "")])
    return try await server.send("POST", address, headers: form, body: fields.text)
  }

  /// Addresses that the settings of both projects name: none, the page's, and the first project's own.
  private static let callbacks = [
    "", "/__/auth/handler", "/__/auth/saml/saml.company/acs?project=project-a", "/__/%61uth/handler",
  ]

  // Fails when `requireArrival` does not compare the address, and when the settings may name a shared one.
  @Test("a response is not passed to another project's page by a swapped RelayState", arguments: callbacks)
  func swappedRelayState(_ callback: String) async throws {
    try await Self.run(page: nil, callback: callback) { two, peer in
      let server = two.server
      let attacker = try await server.beginFlow(peer.providerID, key: two.a)
      let victim = try await Self.pageFlow(server, peer, key: two.b)
      let addresses = two.projects.map { Self.address(server, peer, $0) }
      #expect(try SAMLPeerRequest(attacker).address == addresses[0])
      #expect(try SAMLPeerRequest(victim).address == addresses[1])
      let response = try peer.answer(attacker, server)
      for address in [addresses[0], server.origin + "/__/auth/handler"] {
        let swapped = try await Self.post(response, victim, to: address, server)
        #expect(swapped.status == 400 && swapped.pageData["postBody"] == nil, "\(address)")
        #expect(!swapped.text.contains(response.prefix(64)), "\(address)")
      }
      // The response's own Destination is compared with the flow's address at the sign-in.
      expectRefused(
        try await server.finishSAML(victim, response, key: two.b), "INVALID_IDP_RESPONSE", "Destination")

      let flow = try await Self.pageFlow(server, peer, key: two.b)
      let own = try await Self.post(try peer.answer(flow, server), flow, to: addresses[1], server)
      #expect(own.status == 200 && own.pageData["step"] == "finish", "\(own.text)")
    }
  }

  // Fails when a response with the RelayState of another project's flow is passed on.
  @Test("a sign-in that begins at the provider is not passed to another project's page")
  func unsolicited() async throws {
    try await Self.run(page: "http://localhost:5000/") { two, peer in
      let server = two.server
      let victim = try await Self.pageFlow(server, peer, key: two.b)
      let address = Self.address(server, peer, two.projects[0])
      let content = peer.content(answering: nil, at: address, now: server.clock.now().date)
      let response = try peer.response(content)
      let swapped = try await Self.post(response, victim, to: address, server)
      #expect(swapped.status == 400 && swapped.location == nil, "\(swapped.status)")
      #expect(!swapped.text.contains(response.prefix(64)))
      let right = try await server.send(
        "POST", address, headers: Self.form, body: FormURLEncoded([("SAMLResponse", response)]).text)
      #expect(right.status == 303 && right.location?.contains("pendingToken=") == true, "\(right.text)")
    }
  }
}
