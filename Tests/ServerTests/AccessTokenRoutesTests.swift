import Foundation
import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("The token endpoint", .fewAtOnce)
struct AccessTokenRoutesTests {
  private static func run(_ body: @Sendable @escaping (TestServer) async throws -> Void) async throws {
    var options = TestServer.Options()
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    try await TestServer.run(options, body)
  }

  private static func check(
    _ response: TestResponse, _ error: String, _ what: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(response.status == 400, "\(what)", sourceLocation: sourceLocation)
    #expect(response.json["error"] == .string(error), "\(what)", sourceLocation: sourceLocation)
    #expect(
      response.json["error_description"]?.stringValue?.isEmpty == false, "\(what)",
      sourceLocation: sourceLocation)
    #expect(
      response.headers.first(name: "cache-control") == "no-store", "\(what)", sourceLocation: sourceLocation)
  }

  @Test("the file is Google's, with the addresses of this server, and its key is kept nowhere")
  func file() async throws {
    try await Self.run { server in
      let account = try await server.addServiceAccount()
      let members = try #require(account.file.objectValue)
      #expect(
        Set(members.keys) == [
          "type", "project_id", "private_key_id", "private_key", "client_email", "client_id", "auth_uri",
          "token_uri", "auth_provider_x509_cert_url", "client_x509_cert_url", "universe_domain",
        ])
      #expect(members["type"] == "service_account" && members["project_id"] == "example")
      #expect(members["client_email"] == "backend@example.iam.gserviceaccount.com")
      #expect(members["token_uri"] == .string(server.origin + "/oauth2.googleapis.com/token"))
      #expect(members["universe_domain"] == "googleapis.com")
      #expect(members["client_id"]?.stringValue?.wholeMatch(of: /1[0-9]{20}/) != nil)
      let pem = try #require(members["private_key"]?.stringValue)
      #expect(
        pem.hasPrefix("-----BEGIN PRIVATE KEY-----\n") && pem.hasSuffix("\n-----END PRIVATE KEY-----\n"))
      let stored = try #require(try await server.project().serviceAccounts.first)
      #expect(stored.keys.map(\.id) == [account.keyID])
      let kept = String(decoding: try JSONEncoder().encode(stored), as: UTF8.self)
      #expect(!kept.contains("PRIVATE"))
      #expect(stored.keys[0].publicKey.count < 400, "a public key alone")

      let url = try #require(members["client_x509_cert_url"]?.stringValue)
      let certificates = try await server.send("GET", url)
      #expect(certificates.status == 200)
      #expect(certificates.json == [account.keyID: .string(stored.keys[0].certificate)])
      let unknown = try await server.send(
        "GET", "/robot/v1/metadata/x509/nobody@example.iam.gserviceaccount.com")
      #expect(unknown.status == 404)
      let provider = try #require(members["auth_provider_x509_cert_url"]?.stringValue)
      #expect(try await server.send("GET", provider).json.objectValue?.isEmpty == false)
    }
  }

  @Test("an assertion of the account's key is answered with a token that administers its project")
  func grant() async throws {
    try await Self.run { server in
      let account = try await server.addServiceAccount()
      let assertion = try account.token(server.assertionClaims(account))
      for path in AccessTokenEndpoint.paths {
        let response = try await server.grant(assertion, path: path)
        #expect(response.status == 200, "\(response.text)")
        #expect(response.headers.first(name: "cache-control") == "no-store")
        #expect(
          Set(response.json.objectValue?.keys.map(\.self) ?? []) == [
            "access_token", "expires_in", "token_type",
          ])
        #expect(response.json["expires_in"] == 3600 && response.json["token_type"] == "Bearer")
        let token = try #require(response.json["access_token"]?.stringValue)
        let made = try await server.administer(bearer: token, "/accounts", ["email": "ann@example.com"])
        #expect(made.status == 200, "\(made.text)")
        _ = try await server.administer(
          bearer: token, "/accounts:delete", ["localId": made.json["localId"] ?? .null])
        let anonymous = try await server.send(
          "POST", "/v1/accounts:lookup", headers: ["Authorization": "bearer \(token)"], body: "{}")
        #expect(anonymous.status == 200, "the token names its project")
        server.clock.advance(seconds: 3599)
        #expect(try await server.administer(bearer: token, "/accounts:lookup", [:]).status == 200)
        server.clock.advance(seconds: 1)
        let late = try await server.administer(bearer: token, "/accounts:lookup", [:])
        #expect(late.status == 401 && late.json["error"]?["status"] == "UNAUTHENTICATED")
        server.clock.advance(seconds: -3600)
      }
      let json = try await server.send(
        "POST", "/token", headers: ["Content-Type": "application/json"],
        body: JSONWriter.text([
          "grant_type": .string(AccessTokenRequest.jwtBearer), "assertion": .string(assertion),
        ]))
      #expect(json.status == 200, "\(json.text)")
    }
  }

  @Test("what Google's own libraries sign is taken: without a key id, for Google's audience")
  func officialForms() async throws {
    try await Self.run { server in
      let account = try await server.addServiceAccount()
      let second = try TestServiceAccount(
        file: try await server.backend.administration.createServiceAccountKey(
          "backend", in: TestServer.project
        ).json(server: server.origin).reveal())
      for signer in [account, second] {
        for audience in [
          "https://oauth2.googleapis.com/token", "https://accounts.google.com/o/oauth2/token",
        ] {
          let claims = server.assertionClaims(
            signer, ["aud": .string(audience), "sub": .string(signer.email)])
          let response = try await server.grant(
            signer.token(claims, header: ["kid": nil, "typ": nil]))
          #expect(response.status == 200, "\(audience): \(response.text)")
        }
      }
    }
  }

  @Test("whatever is wrong with an assertion is told in the words of RFC 6749")
  func refusals() async throws {
    try await Self.run { server in
      let account = try await server.addServiceAccount()
      let stranger = try await server.addServiceAccount("stranger")
      let now = server.clock.now().seconds
      let changes: [(String, [String: JSONValue?])] = [
        ("issuer of nobody", ["iss": "nobody@example.iam.gserviceaccount.com"]),
        ("issuer of another project", ["iss": "backend@other.iam.gserviceaccount.com"]),
        ("issuer outside", ["iss": "backend@example.com"]), ("no issuer", ["iss": nil]),
        ("issuer in capitals", ["iss": "BACKEND@example.iam.gserviceaccount.com"]),
        ("another account", ["iss": .string(stranger.email)]),
        ("a user to impersonate", ["sub": "admin@example.com"]), ("empty subject", ["sub": ""]),
        ("null subject", ["sub": .null]),
        ("no audience", ["aud": nil]), ("the origin as audience", ["aud": .string(server.origin)]),
        ("part of the audience", ["aud": .string(server.origin + "/oauth2.googleapis.com/toke")]),
        ("more than the audience", ["aud": .string(server.origin + "/token/x")]),
        ("another server", ["aud": "https://evil.example/token"]),
        ("two audiences", ["aud": [.string(server.origin + "/token"), "https://evil.example/token"]]),
        ("the audience of custom tokens", ["aud": .string(TestServer.customTokenAudience)]),
        ("no iat", ["iat": nil]), ("no exp", ["exp": nil]), ("iat as text", ["iat": .string("\(now)")]),
        ("expired", ["iat": .integer(now - 3600), "exp": .integer(now)]),
        ("from the future", ["iat": .integer(now + 61), "exp": .integer(now + 100)]),
        ("not yet", ["nbf": .integer(now + 61)]), ("nbf as text", ["nbf": "0"]),
        ("longer than an hour", ["exp": .integer(now + 3601)]),
        ("old and long", ["iat": .integer(now - 7200), "exp": .integer(now + 1)]),
        ("endless", ["exp": .integer(.max)]), ("negative", ["iat": .integer(.min)]),
        ("jti as a number", ["jti": 7]), ("empty jti", ["jti": ""]),
        ("long jti", ["jti": .string(String(repeating: "x", count: 257))]),
      ]
      for (name, change) in changes {
        let token = try account.token(server.assertionClaims(account, change))
        Self.check(try await server.grant(token), "invalid_grant", name)
      }
      for (name, header) in [
        ("unknown key", ["kid": "0000000000000000000000000000000000000000"]),
        ("another account's key", ["kid": .string(stranger.keyID)]), ("key as a number", ["kid": 1]),
        ("another type", ["typ": "at+jwt"]), ("crit", ["crit": ["exp"]]), ("RS512", ["alg": "RS512"]),
      ] as [(String, [String: JSONValue?])] {
        let token = try account.token(server.assertionClaims(account), header: header)
        Self.check(try await server.grant(token), "invalid_grant", name)
      }
      for (name, scope) in [
        ("no scope", nil), ("empty", ""), ("other services", "https://www.googleapis.com/auth/drive"),
        ("short name", "cloud-platform"), ("list", ["https://www.googleapis.com/auth/cloud-platform"]),
      ] as [(String, JSONValue?)] {
        let token = try account.token(server.assertionClaims(account, ["scope": scope]))
        Self.check(try await server.grant(token), "invalid_scope", name)
      }
      Self.check(try await server.grant("no token"), "invalid_grant")
      Self.check(try await server.grant(""), "invalid_request")
      #expect(try await server.grant(account.token(server.assertionClaims(account))).status == 200)
    }
  }

  @Test("a request that is no request for a token is told so")
  func malformedRequests() async throws {
    try await Self.run { server in
      let account = try await server.addServiceAccount()
      let assertion = try account.token(server.assertionClaims(account))
      let grant = FormURLEncoded.encode(AccessTokenRequest.jwtBearer)
      let form = ["Content-Type": "application/x-www-form-urlencoded"]
      for (body, error) in [
        ("", "invalid_request"), ("assertion=\(assertion)", "invalid_request"),
        ("grant_type=\(grant)", "invalid_request"),
        ("grant_type=refresh_token&assertion=\(assertion)", "unsupported_grant_type"),
        ("grant_type=client_credentials", "unsupported_grant_type"),
        ("grant_type=\(grant)&assertion=x&assertion=\(assertion)", "invalid_request"),
        (String(repeating: "x", count: 70_000), "invalid_request"),
      ] {
        Self.check(try await server.send("POST", "/token", headers: form, body: body), error, body)
      }
      for (type, body) in [
        ("application/json", "["), ("application/json", "[]"), ("text/plain", "grant_type=\(grant)"),
        ("application/json", #"{"grant_type":{}}"#),
      ] {
        let response = try await server.send("POST", "/token", headers: ["Content-Type": type], body: body)
        Self.check(response, "invalid_request", body)
      }
      #expect(try await server.send("GET", "/token").status == 405)
      let inQuery = try await server.send("POST", "/token?grant_type=\(grant)&assertion=\(assertion)")
      Self.check(inQuery, "invalid_request", "secrets do not belong into addresses")
    }
  }

  @Test("an assertion that names itself is good for one grant, and one that does not until it expires")
  func replay() async throws {
    try await Self.run { server in
      let account = try await server.addServiceAccount()
      let other = try await server.addServiceAccount("other")
      let named = try account.token(server.assertionClaims(account, ["jti": "once"]))
      #expect(try await server.grant(named).status == 200)
      Self.check(try await server.grant(named), "invalid_grant")
      let again = try account.token(server.assertionClaims(account, ["jti": "once", "x": 1]))
      Self.check(try await server.grant(again), "invalid_grant")
      let others = try other.token(server.assertionClaims(other, ["jti": "once"]))
      #expect(try await server.grant(others).status == 200, "ids are the account's own")
      let unnamed = try account.token(server.assertionClaims(account))
      for _ in 0..<2 { #expect(try await server.grant(unnamed).status == 200) }
    }
  }

  @Test("of the scopes that are asked for, those are granted that the account may have")
  func scopes() async throws {
    try await Self.run { server in
      let account = try await server.addServiceAccount(scopes: [.firebase])
      let asked = "https://www.googleapis.com/auth/cloud-platform https://www.googleapis.com/auth/firebase"
      let response = try await server.grant(
        account.token(server.assertionClaims(account, ["scope": .string(asked)])))
      #expect(response.json["scope"] == .string(AccessScope.firebase.rawValue))
      let token = try #require(response.json["access_token"]?.stringValue)
      let refused = try await server.administer(bearer: token, "/accounts:lookup", [:])
      #expect(refused.status == 403 && refused.json["error"]?["status"] == "PERMISSION_DENIED")
      #expect(refused.errorMessage == "Request had insufficient authentication scopes.")

      let signer = try await server.addServiceAccount("signer", scopes: [])
      Self.check(try await server.grant(signer.token(server.assertionClaims(signer))), "invalid_scope")
      #expect(
        try await server.signInWithCustomToken(server.customToken(of: signer)).status == 200)
    }
  }

  @Test("a token ends with its account, and with the key that asked for it")
  func endings() async throws {
    try await Self.run { server in
      let administration = server.backend.administration
      let account = try await server.addServiceAccount()
      let second = try TestServiceAccount(
        file: try await administration.createServiceAccountKey(account.email, in: TestServer.project)
          .json(server: server.origin).reveal())
      let first = try await server.accessToken(of: account)
      let other = try await server.accessToken(of: second)
      func status(_ token: String) async throws -> Int {
        try await server.administer(bearer: token, "/accounts:lookup", [:]).status
      }
      #expect(try await status(first) == 200)
      try await administration.deleteServiceAccountKey(account.keyID, of: "backend", in: TestServer.project)
      #expect(try await status(first) == 401)
      #expect(try await status(other) == 200)
      Self.check(try await server.grant(account.token(server.assertionClaims(account))), "invalid_grant")
      try await administration.deleteServiceAccount("backend", in: TestServer.project)
      #expect(try await status(other) == 401)
      // Of the same name, but another account.
      let third = try await server.addServiceAccount()
      #expect(third.email == account.email)
      #expect(try await status(other) == 401)
      #expect(try await status(try await server.accessToken(of: third)) == 200)
    }
  }
}
