import Identity
import IdentityProviders
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T26: server-side request forgery", .fewAtOnce)
struct T26ServerSideRequestTests {
  /// Names of this machine, of its neighbours and of cloud metadata services.
  private static func hosts() -> [String] {
    [
      "127.0.0.1", "localhost", "LOCALHOST", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1",
      "017700000001", "0177.0.0.1", "127.0.0.2", "0.0.0.0", "0", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]",
      "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]",
      "[2001:0:7f00:1::]", "[fe80::1]", "[fd00::1]", "[fd00:ec2::254]", "[ff02::1]", "169.254.169.254",
      "[::ffff:169.254.169.254]", "2852039166", "0xa9fea9fe", "168.63.129.16", "10.0.0.1", "172.16.0.1",
      "172.31.255.255", "192.168.0.1", "100.64.0.1", "198.18.0.1", "224.0.0.1", "255.255.255.255",
    ]
  }

  private static func openID(_ server: TestServer, issuer: String) -> ProviderSettings {
    var settings = ProviderSettings(providerID: "oidc.target", enabled: true, clientID: "client")
    settings.endpoints.issuer = issuer
    return settings
  }

  private static func store(_ settings: ProviderSettings, at server: TestServer) async throws {
    _ = try await server.backend.administration.setProvider(
      settings, secrets: ProviderSecrets(clientSecret: .init("secret")), for: .appCredentials,
      in: TestServer.project)
  }

  /// A token that has the keys of the issuer fetched.
  private static func token(_ server: TestServer, issuer: String) throws -> [(name: String, value: String)] {
    let token = try server.forge(.openID, ["iss": .string(issuer), "aud": "client"])
    return [("providerId", "oidc.target"), ("id_token", token), ("nonce", TestServer.rawNonce)]
  }

  private static let providers = [
    "google.com", "apple.com", "facebook.com", "github.com", "oauth.lab", "oidc.lab", "twitter.com",
  ]

  // Fails when OutgoingHTTP connects to every address that was found, or IPAddress.isPublic takes one of
  // these for public.
  @Test("key sets and discovery documents are not fetched from private addresses, however they are written")
  func privateAddresses() async throws {
    try await StubListener.run { target in
      try await TestServer.run { server in
        for host in Self.hosts() {
          let base = "https://\(host):\(target.port)"
          var byDiscovery = Self.openID(server, issuer: base)
          var byKeySet = Self.openID(server, issuer: "https://issuer.example")
          byKeySet.endpoints.jwks = base + "/keys"
          for (settings, issuer) in [(byDiscovery, base), (byKeySet, "https://issuer.example")] {
            do {
              try await Self.store(settings, at: server)
            } catch {
              // Not an address at all, which is as good.
              continue
            }
            let response = try await server.signInWithIdp(try Self.token(server, issuer: issuer))
            expectRefused(response, "INVALID_IDP_RESPONSE", base)
            #expect(!response.text.contains("addressNotAllowed"), "which addresses are refused is not told")
            let line = server.log.text.split(separator: "\n").last { $0.contains("\(target.port)") }
            #expect(
              line?.contains("addressNotAllowed") == true || line?.contains("unknownHost") == true,
              "\(base): \(line ?? "not logged")")
          }
          // A flow that asks discovery for the authorization endpoint does not get there either.
          byDiscovery.responseType = .idToken
          try? await Self.store(byDiscovery, at: server)
          let flow = try await server.call(
            "accounts:createAuthUri",
            ["providerId": "oidc.target", "continueUri": .string(server.origin + "/__/auth/handler")])
          expectRefused(flow, nil, base)
        }
        #expect(target.connections == 0)
      }
    }
  }

  // Fails when OutgoingHTTP connects to every address that was found, or (by the reason in the log alone, for
  // the address is refused after the scheme) when plain http is fetched without leave.
  @Test("no endpoint of any provider is fetched from a private address")
  func endpoints() async throws {
    try await StubListener.run { target in
      try await TestServer.run { server in
        for scheme in ["https", "http"] {
          let base = "\(scheme)://127.0.0.1:\(target.port)"
          for provider in Self.providers {
            let flow = try await server.beginFlow(provider)
            let callback = try await server.authorize(flow)
            let access = try? await server.labToken(provider, ["kind": "access", "sub": "1"])
            try await server.changeProvider(provider) { settings in
              settings.endpoints.allowPrivateAddresses = false
              settings.endpoints.temporaryCredentials = base + "/begin"
              settings.endpoints.token = base + "/token"
              settings.endpoints.jwks = base + "/keys"
              settings.endpoints.userInfo = base + "/me"
              settings.endpoints.userEmails = base + "/emails"
              settings.endpoints.tokenCheck = base + "/check/{client_id}"
              settings.endpoints.limitedLoginJWKS = base + "/keys"
            }
            expectRefused(
              try await server.finishFlow(flow, at: callback), "INVALID_IDP_RESPONSE", provider)
            let line = server.log.text.split(separator: "\n").last { $0.contains("request refused") }
            let reason = scheme == "http" ? "insecureURL" : "addressNotAllowed"
            #expect(line?.contains(reason) == true, "\(provider) \(scheme): \(line ?? "not logged")")
            if let access {
              let response = try await server.signInWithIdp(
                [("providerId", provider), ("access_token", access), ("oauth_token_secret", "a secret")])
              expectRefused(response, nil, provider)
            }
            if provider == "twitter.com" {
              let begun = try await server.call(
                "accounts:createAuthUri",
                ["providerId": .string(provider), "continueUri": .string(server.origin + "/__/auth/handler")])
              expectRefused(begun, "INVALID_IDP_RESPONSE", provider)
            }
            try await server.changeProvider(provider) { $0.endpoints.allowPrivateAddresses = true }
          }
          for provider in IDTokenProvider.all {
            try await server.changeProvider(provider.id) { $0.endpoints.allowPrivateAddresses = false }
            expectRefused(
              try await server.signIn(provider, try server.forge(provider)), "INVALID_IDP_RESPONSE",
              provider.id)
          }
          #expect(target.connections == 0)
          for provider in Self.providers {
            try await Self.restore(provider, at: server)
          }
        }
      }
    }
  }

  /// Back to the lab.
  private static func restore(_ provider: String, at server: TestServer) async throws {
    guard let lab = server.lab.endpoints(for: provider) else { return }
    try await server.changeProvider(provider) { settings in
      settings.endpoints.allowPrivateAddresses = true
      settings.endpoints.temporaryCredentials = lab.requestToken
      settings.endpoints.token = lab.token
      settings.endpoints.jwks = provider == "facebook.com" ? nil : lab.jwks
      settings.endpoints.limitedLoginJWKS = provider == "facebook.com" ? lab.jwks : nil
      settings.endpoints.userInfo = lab.userinfo ?? lab.graph
      settings.endpoints.userEmails = lab.emails
      settings.endpoints.tokenCheck = lab.debugToken ?? lab.tokeninfo ?? lab.checkToken
    }
  }

  // Fails when OutgoingHTTP does not heed `allowPrivateAddresses`: the control to those above, for then
  // nothing would reach the target anyway.
  @Test("with the operator's leave for a provider its private addresses are fetched")
  func allowed() async throws {
    try await StubListener.run { target in
      try await TestServer.run { server in
        let base = "http://127.0.0.1:\(target.port)"
        var settings = Self.openID(server, issuer: base)
        settings.endpoints.allowPrivateAddresses = true
        try await Self.store(settings, at: server)
        expectRefused(try await server.signInWithIdp(try Self.token(server, issuer: base)))
        #expect(target.connections > 0)
      }
    }
  }

  // Fails when OAuthIdpConfig keeps what was set for the old issuer.
  @Test("an administrator's new issuer for a provider has no leave that the operator gave to the old one")
  func leaveOfAnotherIssuer() async throws {
    try await TestServer.run(privateHosts: []) { server, target in
      for scheme in ["http", "https"] {
        var settings = Self.openID(server, issuer: "http://10.255.255.1")
        settings.endpoints.allowPrivateAddresses = true
        settings.responseType = .idToken
        try await Self.store(settings, at: server)
        let issuer = "\(scheme)://127.0.0.1:\(target.port)/inner"
        let changed = try await server.configure(
          "PATCH", "oauthIdpConfigs/oidc.target?updateMask=issuer", ["issuer": .string(issuer)])
        #expect(changed.status == (scheme == "http" ? 400 : 200), "\(changed.text)")
        guard changed.status == 200 else { continue }
        let flow = try await server.call(
          "accounts:createAuthUri",
          ["providerId": "oidc.target", "continueUri": .string(server.origin + "/__/auth/handler")])
        expectRefused(flow, nil, issuer)
        expectRefused(try await server.signInWithIdp(try Self.token(server, issuer: issuer)))
      }
      #expect(target.connections == 0)
    }
  }

  // Fails when the leave for a named host covers whatever the provider's documents name.
  @Test("the leave for a named host covers no other private host", arguments: ["localhost", "127.0.0.1"])
  func leaveOfANamedHost(_ host: String) async throws {
    try await StubListener.run { target in
      try await TestServer.run { server in
        let issuer = "http://\(host):1"
        var settings = Self.openID(server, issuer: issuer)
        settings.endpoints.privateHost = host
        settings.endpoints.jwks = "http://127.0.0.1:\(target.port)/keys"
        settings.responseType = .idToken
        let stored = settings
        try await server.changeProject { $0.providers.append(stored) }
        expectRefused(try await server.signInWithIdp(try Self.token(server, issuer: issuer)))
      }
      #expect((target.connections > 0) == (host == "127.0.0.1"))
    }
  }

  // Fails when settings keep the leave that the operator gave when they were stored.
  @Test("a host that the operator names no longer is not fetched from", arguments: [["localhost"], []])
  func leaveTakenBack(_ hosts: Set<String>) async throws {
    try await TestServer.run(privateHosts: hosts) { server, target in
      let issuer = "http://localhost:\(target.port)"
      var settings = Self.openID(server, issuer: issuer)
      settings.endpoints.privateHost = "localhost"
      settings.responseType = .idToken
      let stored = settings
      try await server.changeProject { $0.providers.append(stored) }
      let handler = server.origin + "/__/auth/handler"
      expectRefused(try await server.signInWithIdp(try Self.token(server, issuer: issuer)))
      expectRefused(
        try await server.call(
          "accounts:createAuthUri", ["providerId": "oidc.target", "continueUri": .string(handler)]),
        nil, issuer)
      #expect((target.connections > 0) == !hosts.isEmpty)
      let administrator = Caller(
        project: try await server.project(), tenant: nil, authority: .administrator)
      let checks = try await server.service.preflight(
        of: "oidc.target", redirectURI: handler, administrator)
      #expect(checks.contains { $0.name == .discovery && $0.outcome == .failed })
      #expect((target.connections > 0) == !hosts.isEmpty)
    }
  }

  // Fails when OAuthIdpConfig keeps the endpoints of the old issuer.
  @Test("the keys of a provider's old issuer prove nothing about the users of its new one")
  func keysOfAnotherIssuer() async throws {
    try await TestServer.run { server in
      let issuer = "https://login.example.com"
      let forged = try server.forge(.openID, ["iss": .string(issuer), "sub": "victim"])
      let changed = try await server.configure(
        "PATCH", "oauthIdpConfigs/oidc.lab?updateMask=issuer,clientSecret",
        ["issuer": .string(issuer), "clientSecret": "hush"])
      #expect(changed.status == 200, "\(changed.text)")
      expectRefused(try await server.signIn(.openID, forged), "INVALID_IDP_RESPONSE")
    }
  }

  // Fails when OutgoingHTTP follows redirects.
  @Test("a provider's redirect is not followed", arguments: [301, 302, 303, 307, 308])
  func redirects(_ status: Int) async throws {
    try await StubListener.run { target in
      let location = "http://127.0.0.1:\(target.port)/keys"
      let answer =
        "HTTP/1.1 \(status) Moved\r\nLocation: \(location)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
      try await StubListener.run(answering: answer) { redirecting in
        try await TestServer.run { server in
          let base = "http://127.0.0.1:\(redirecting.port)"
          var settings = Self.openID(server, issuer: "https://issuer.example")
          settings.endpoints.allowPrivateAddresses = true
          settings.endpoints.jwks = base + "/keys"
          settings.endpoints.token = base + "/token"
          settings.endpoints.authorization = base + "/authorize"
          try await Self.store(settings, at: server)
          expectRefused(
            try await server.signInWithIdp(try Self.token(server, issuer: "https://issuer.example")),
            "INVALID_IDP_RESPONSE")
          let flow = try await server.beginFlow("oidc.target")
          let callback = "\(server.origin)/__/auth/handler?state=\(try #require(flow["state"]))&code=c"
          expectRefused(try await server.finishFlow(flow, at: callback), "INVALID_IDP_RESPONSE")
          #expect(redirecting.connections == 2)
          #expect(redirecting.received.contains("code_verifier="), "the secret went to the provider")
          #expect(target.connections == 0, "and nowhere else")
        }
      }
    }
  }

  // Fails when the key set is fetched from where the header's `jku` says.
  @Test("nothing that a client names is fetched")
  func clientURLs() async throws {
    try await StubListener.run { target in
      try await TestServer.run { server in
        let url = JSONValue.string("http://127.0.0.1:\(target.port)/x")
        for provider in IDTokenProvider.all {
          for name in ["jku", "x5u", "kid"] {
            let token = try server.forge(provider, header: [name: url])
            _ = try await server.signIn(provider, token)
          }
          for name in ["iss", "picture", "profile", "sub", "_claim_sources"] {
            _ = try await server.signIn(provider, try server.forge(provider, [name: url]))
          }
        }
        let address = url.stringValue ?? ""
        let token = try await server.labToken("google.com", ["sub": "1"])
        _ = try await server.signInWithIdp(
          [
            ("providerId", "google.com"), ("id_token", token), ("jwks_uri", address), ("issuer", address),
            ("token_endpoint", address),
          ], ["requestUri": url])
        _ = try await server.call(
          "accounts:signUp",
          ["email": "a@example.com", "password": "a password", "photoUrl": url])
        _ = try await server.beginFlow("oidc.lab", ["customParameter": ["issuer": url, "iss": url]])
        #expect(target.connections == 0)
      }
    }
  }
}
