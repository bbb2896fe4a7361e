import Identity
import IdentityWire
import Operations
import SAML
import TestSupport
import Testing

/// Two projects of a server know one identity provider, by the same settings: it takes them for one service provider.
@Suite("T15: SAML of another project", .fewAtOnce)
struct T15SAMLBindingTests {
  private static func run(
    _ body: @Sendable @escaping (TwoProjects, SAMLPeer) async throws -> Void
  ) async throws {
    let peer = try SAMLPeer()
    var settings = SAMLProviderSettings(
      providerID: peer.providerID, enabled: true, idpEntityID: peer.entityID,
      ssoURL: "https://idp.example.com/sso", spEntityID: peer.audience, callbackURI: "")
    settings.idpCertificates = [peer.certificate]
    settings.unsolicitedPage = "http://localhost:5000/"
    let shared = settings
    try await TwoProjects.run { two in
      for project in two.projects {
        _ = try await two.server.backend.projects.update(project.id) { (project) throws(IdentityError) in
          project.samlProviders = [shared]
        }
      }
      try await body(two, peer)
    }
  }

  // Fails when ArtifactVault.read does not compare the scope, and when the ID of the request is not compared (each alone).
  @Test("a flow and its response fail at another project, and are not used up there")
  func responses() async throws {
    try await Self.run { two, peer in
      let server = two.server
      let flow = try await server.beginFlow(peer.providerID, key: two.a)
      let response = try peer.answer(flow, server)
      expectRefused(try await server.finishSAML(flow, response, key: two.b), "INVALID_IDP_RESPONSE", "flow")
      let other = try await server.beginFlow(peer.providerID, key: two.b)
      expectRefused(
        try await server.finishSAML(other, response, key: two.b), "INVALID_IDP_RESPONSE", "response")
      _ = try TestSession(await server.finishSAML(flow, response, key: two.a))
      #expect(try await server.accounts(of: two.projects[1].id).isEmpty)
    }
  }

  // Fails when ArtifactVault.read does not compare the scope.
  @Test("a pending token signs nobody in, and links nobody, at another project")
  func pendingTokens() async throws {
    try await Self.run { two, peer in
      let server = two.server
      let flow = try await server.beginFlow(peer.providerID, key: two.a)
      let finished = try await server.finishSAML(flow, try peer.answer(flow, server), key: two.a)
      let pending = try require(finished, "pendingToken")
      let user = try await server.signUp("ann@example.com", "a password", key: two.b)
      for more in [[:], ["idToken": .string(user.idToken)]] as [[String: JSONValue]] {
        for named in [[], [("providerId", peer.providerID)]] as [[(name: String, value: String)]] {
          expectRefused(
            try await server.signInWithIdp(named + [("pendingToken", pending)], more, key: two.b),
            "INVALID_PENDING_TOKEN")
        }
      }
      let accounts = try await server.accounts(of: two.projects[1].id)
      #expect(accounts.count == 1 && accounts.allSatisfy { $0.link(peer.providerID) == nil })
      _ = try TestSession(await server.signInWithIdp([("pendingToken", pending)], key: two.a))
    }
  }

  // Fails when the address of an unsolicited response is not compared, or does not name the project.
  @Test("an unsolicited response to one project is none to another")
  func unsolicited() async throws {
    try await Self.run { two, peer in
      let server = two.server
      let paths = two.projects.map { "/__/auth/saml/\(peer.providerID)/acs?project=\($0.id)" }
      let content = peer.content(
        answering: nil, at: server.origin + paths[0], now: server.clock.now().date)
      let form = FormURLEncoded([("SAMLResponse", try peer.response(content))]).text
      func post(to path: String) async throws -> TestResponse {
        try await server.send(
          "POST", path, headers: ["Content-Type": "application/x-www-form-urlencoded"], body: form)
      }
      let elsewhere = try await post(to: paths[1])
      #expect(elsewhere.status == 400 && elsewhere.location == nil, "\(elsewhere.status)")
      let right = try await post(to: paths[0])
      #expect(right.status == 303 && right.location?.contains("pendingToken=") == true, "\(right.text)")
    }
  }
}
