import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

/// Google's tokens may come without a nonce, and more than once: the provider's own SDK puts a nonce into them that apps
/// do not know.
@Suite("T10: a redeemed token without its nonce", .fewAtOnce)
struct T10NonceLeftOutTests {
  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a token that was redeemed with its nonce is not good again without it") {
      try await nonceLeftOut($0)
    },
    Behaviour("nor in another project, whose client is another") { try await projects($0) },
  ]

  @Test("a token is not redeemed twice by leaving its nonce out")
  func nonces() async throws { try await TestServer.look(at: Self.behaviours) }

  // Fails when a token that comes without a nonce is not looked up among those that were redeemed.
  private static func nonceLeftOut(_ server: TestServer) async throws {
    let token = try await server.labToken(
      "google.com", ["sub": "1", "email": "ann@gmail.com", "rawNonce": "a nonce"])
    let parameters = [("providerId", "google.com"), ("id_token", token)]
    let first = try await server.signInWithIdp(parameters + [("nonce", "a nonce")])
    #expect(first.status == 200, "\(first.text)")
    for _ in 0..<2 { #expect(try await server.signInWithIdp(parameters).status == 400) }
    let other = try await server.labToken("google.com", ["sub": "1", "email": "ann@gmail.com"])
    for _ in 0..<2 {
      let answer = try await server.signInWithIdp([("providerId", "google.com"), ("id_token", other)])
      #expect(answer.status == 200, "\(answer.text)")
    }
  }
  // Fails when what was redeemed is kept by tenant.
  @Test("nor in another tenant with the same client, with its nonce or without it", arguments: [false, true])
  func tenants(fromTenant: Bool) async throws {
    try await TestServer.run { server in
      // With the lab's addresses, which no administrator's request may set.
      let google = try #require(try await server.project().providers.first { $0.providerID == "google.com" })
      var tenants: [String] = []
      for name in ["team-a", "team-b"] {
        let tenant = try await server.openTenant(name)
        _ = try await server.backend.projects.updateTenant(tenant.id, in: TestServer.project) {
          (tenant) throws(IdentityError) in
          var settings = google
          settings.sealedSecrets = nil
          tenant.providers = [settings]
        }
        tenants.append(name)
      }
      func signIn(_ token: String, nonce: String?, in tenant: String?) async throws -> TestResponse {
        try await server.signInWithIdp(
          [("providerId", "google.com"), ("id_token", token)] + (nonce.map { [("nonce", $0)] } ?? []),
          tenant.map { ["tenantId": .string($0)] } ?? [:])
      }
      let token = try await server.labToken(
        "google.com", ["sub": "1", "email": "ann@gmail.com", "rawNonce": "a nonce"])
      let first = fromTenant ? tenants[0] : nil
      let others: [String?] = fromTenant ? [nil, tenants[1]] : tenants
      let redeemed = try await signIn(token, nonce: "a nonce", in: first)
      #expect(redeemed.status == 200, "\(redeemed.text)")
      for other in others {
        for nonce in [nil, "a nonce"] as [String?] {
          expectRefused(try await signIn(token, nonce: nonce, in: other), "MISSING_OR_INVALID_NONCE")
        }
        let fresh = try await server.labToken(
          "google.com", ["sub": "1", "email": "ann@gmail.com", "rawNonce": .string("for \(other ?? "")")])
        let answer = try await signIn(fresh, nonce: "for \(other ?? "")", in: other)
        #expect(answer.status == 200, "\(answer.text)")
      }
    }
  }

  // Fails when what was redeemed is kept by the provider's id: tenants choose those.
  @Test("nor as that of another provider with the same issuer and client")
  func otherProviderID() async throws {
    try await TestServer.run { server in
      try await server.changeProject { project in
        guard var second = project.providers.first(where: { $0.providerID == "oidc.lab" }) else { return }
        second.providerID = "oidc.second"
        // They are sealed for the other.
        second.sealedSecrets = nil
        project.providers.append(second)
      }
      let token = try await server.labToken("oidc.lab", ["sub": "1"])
      func signIn(_ provider: String) async throws -> TestResponse {
        try await server.signInWithIdp([("providerId", provider), ("id_token", token)])
      }
      #expect(try await signIn("oidc.lab").status == 200)
      expectRefused(try await signIn("oidc.second"), "MISSING_OR_INVALID_NONCE")
    }
  }

  // Fails when the audience is not compared with the project's own client.
  private static func projects(_ server: TestServer) async throws {
    let project = try await server.addProject("project-b", providersOf: server) { settings in
      if settings.providerID == "google.com" { settings.clientID = "other.apps.googleusercontent.com" }
      settings.withoutNativeClient()
    }
    let other = Place(server: server, caller: Caller(project: project, authority: .apiKey))
    let token = try await server.labToken(
      "google.com", ["sub": "1", "email": "ann@gmail.com", "rawNonce": "a nonce"])
    let parameters = [(name: "providerId", value: "google.com"), (name: "id_token", value: token)]
    let nonce = [(name: "nonce", value: "a nonce")]
    #expect(try await server.signInWithIdp(parameters + nonce).status == 200)
    for proof in [parameters, parameters + nonce] {
      #expect(await other.signInOutcome(proof) == "INVALID_IDP_RESPONSE")
    }
    #expect(try await server.accounts(of: project.id).isEmpty)
  }
}
