import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T26: addresses at which access is revoked", .fewAtOnce)
struct T26RevocationEndpointTests {
  /// A deletion of an account whose token was kept for a revocation at an address.
  ///
  /// - Parameter change: changes the settings after the sign-in.
  private static func delete(
    at address: String, _ server: TestServer,
    _ change: @Sendable (inout ProviderSettings) -> Void = { _ in }
  ) async throws -> String {
    try await server.changeProvider("oauth.lab") { settings in
      settings.endpoints.allowPrivateAddresses = true
      settings.endpoints.revocation = address
    }
    let (user, token) = try await server.signInToRevoke("oauth.lab")
    try await server.changeProvider("oauth.lab", change)
    let deleted = try await server.call("accounts:delete", ["idToken": .string(user.idToken)])
    #expect(deleted.status == 200, "\(deleted.text)")
    return token
  }

  // Fails when a revocation goes out without OutgoingHTTP's rules, or with a leave that nobody gave.
  @Test("a private address is not asked, however it is written")
  func privateAddresses() async throws {
    try await StubListener.run { target in
      try await TestServer.run { server in
        for scheme in ["https", "http"] {
          for host in [
            "127.0.0.1", "localhost", "LOCALHOST", "127.1", "2130706433", "0x7f.0.0.1", "0.0.0.0", "[::1]",
            "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]", "localhost.", "user:secret@127.0.0.1",
            "login.example.com@127.0.0.1",
          ] {
            let deferred = server.revocationCounts.deferred
            let token = try await Self.delete(at: "\(scheme)://\(host):\(target.port)/revoke", server) {
              $0.endpoints.allowPrivateAddresses = false
            }
            // The failure before may hold the provider's others back.
            server.retryRevocations(after: 3_601)
            try await server.waitForDeferredRevocations(deferred + 1)
            #expect(!server.log.text.contains(token))
          }
        }
        #expect(target.connections == 0)
        #expect(try await server.waitingRevocations() > 0, "an operator can mend it")
      }
    }
  }

  // Fails when settings keep the leave that the operator gave when they were stored.
  @Test("a host that the operator names no longer is not asked", arguments: [["localhost"], []])
  func leaveTakenBack(_ hosts: Set<String>) async throws {
    try await TestServer.run(privateHosts: hosts) { server, target in
      _ = try await Self.delete(at: "http://localhost:\(target.port)/revoke", server) { settings in
        settings.endpoints.allowPrivateAddresses = false
        settings.endpoints.privateHost = "localhost"
      }
      try await server.waitForDeferredRevocations()
      #expect((target.connections > 0) == !hosts.isEmpty)
    }
  }

  // Fails when OutgoingHTTP follows redirects.
  @Test("a redirect is not followed", arguments: [301, 302, 303, 307, 308])
  func redirects(_ status: Int) async throws {
    try await StubListener.run { target in
      let location = "http://127.0.0.1:\(target.port)/revoke"
      let answer =
        "HTTP/1.1 \(status) Moved\r\nLocation: \(location)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
      try await StubListener.run(answering: answer) { redirecting in
        try await TestServer.run { server in
          let token = try await Self.delete(at: "http://127.0.0.1:\(redirecting.port)/revoke", server)
          try await server.waitForRevocations(settled: 1)
          #expect(redirecting.received.contains(token), "the token went to the provider")
          #expect(target.connections == 0, "and nowhere else")
          try await server.waitForOutbox { server.revocationCounts.lost == 1 }
          #expect(!server.log.text.contains(token))
        }
      }
    }
  }

  /// The hosts are other names of the target, which the leave for the issuer's host does not cover.
  private static let published = [
    "http://localhost:PORT/revoke", "https://localhost:PORT/revoke", "https://[::1]:PORT/revoke",
    "http://127.1:PORT/revoke", "http://user:secret@127.0.0.1:PORT/revoke", "http://example.com:PORT/revoke",
    "https://10.0.0.1:PORT/revoke", "file:///etc/passwd", "//127.0.0.1:PORT/revoke", "",
  ]

  // Fails when the address that a provider publishes is asked by other rules than one that is set.
  @Test("the address that a provider publishes is bounded as others are", arguments: published)
  func discovered(_ address: String) async throws {
    try await TestServer.run(privateHosts: ["127.0.0.1"]) { server, target in
      try await StubOpenIDProvider.run { provider in
        provider.publish(revocationEndpoint: address.replacing("PORT", with: String(target.port)))
        var config = provider.openIDConfig.objectValue ?? [:]
        config["revokeOnDeletion"] = true
        let made = try await server.configure(
          "POST", "oauthIdpConfigs?oauthIdpConfigId=oidc.stub", .object(config))
        #expect(made.json["revokeOnDeletion"] == true, "\(made.text)")
        let flow = try await server.beginFlow("oidc.stub")
        provider.expect(nonce: flow["nonce"] ?? "", userInfo: #"{"sub":"user-1"}"#)
        let state = try #require(flow["state"])
        let user = try TestSession(
          try await server.finishFlow(flow, at: "\(server.origin)/__/auth/handler?state=\(state)&code=c"))
        #expect(try await server.account(user.localID)?.links.first?.sealedGrant != nil)
        let deleted = try await server.call("accounts:delete", ["idToken": .string(user.idToken)])
        #expect(deleted.status == 200, "\(deleted.text)")
        try await server.waitForOutbox {
          server.revocationCounts.deferred + server.revocationCounts.lost > 0
        }
        #expect(target.connections == 0)
        #expect(server.revocationCounts.delivered == 0)
        #expect(!server.log.text.contains("an-access-token"))
      }
    }
  }
}
