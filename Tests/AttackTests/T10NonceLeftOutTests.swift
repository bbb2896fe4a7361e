import IdentityWire
import TestSupport
import Testing

/// Google's tokens may come without a nonce, and more than once: the provider's own SDK puts a nonce into them that apps
/// do not know.
@Suite("T10: a redeemed token without its nonce", .fewAtOnce)
struct T10NonceLeftOutTests {
  // Fails when a token that comes without a nonce is not looked up among those that were redeemed.
  @Test("a token that was redeemed with its nonce is not good again without it")
  func nonceLeftOut() async throws {
    try await TestServer.run { server in
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
  }
  // Fails when what was redeemed is kept by tenant.
  @Test("nor in another tenant with the same client, with its nonce or without it", arguments: [false, true])
  func tenants(fromTenant: Bool) async throws {
    try await TestServer.run { server in
      var tenants: [String] = []
      for _ in 0..<2 {
        let tenant = try await server.makeTenant()
        let known = try await server.configure("GET", "defaultSupportedIdpConfigs/google.com").json
        let made = try await server.configure(
          "POST", "tenants/\(tenant)/defaultSupportedIdpConfigs?idpId=google.com", known)
        #expect(made.status == 200, "\(made.text)")
        tenants.append(tenant)
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

  // Fails when the audience is not compared with the project's own client.
  @Test("nor in another project, whose client is another")
  func projects() async throws {
    try await TestServer.run { server in
      let other = try await server.addProject("project-b", providersOf: server) { settings in
        if settings.providerID == "google.com" { settings.clientID = "other.apps.googleusercontent.com" }
        settings.withoutNativeClient()
      }
      let token = try await server.labToken(
        "google.com", ["sub": "1", "email": "ann@gmail.com", "rawNonce": "a nonce"])
      let parameters = [("providerId", "google.com"), ("id_token", token)]
      #expect(try await server.signInWithIdp(parameters + [("nonce", "a nonce")]).status == 200)
      for more in [[], [("nonce", "a nonce")]] {
        expectRefused(
          try await server.signInWithIdp(parameters + more, key: other.apiKeys[0]))
      }
      #expect(try await server.accounts(of: other.id).isEmpty)
    }
  }
}
