import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("Signing in with a custom token", .fewAtOnce)
struct CustomTokenTests {
  private static func run(
    unsigned: Bool = false, reach: TestServer.Reach? = nil,
    _ body: @Sendable @escaping (TestServer, TestServiceAccount) async throws -> Void
  ) async throws {
    var options = TestServer.Options()
    options.reach = reach
    options.clock = SettableClock(Instant(seconds: 1_900_000_000))
    options.acceptsUnsignedCredentials = unsigned
    try await TestServer.run(options) { server in
      try await body(server, try await server.addServiceAccount())
    }
  }

  private static func claims(_ response: TestResponse) throws -> [String: JSONValue] {
    try UnverifiedJWT(try #require(response.json["idToken"]?.stringValue, "\(response.text)")).claims
  }

  @Test("makes the account that it names, and signs in to it from then on")
  func newAndKnown() async throws {
    try await Self.run { server, account in
      let token = try server.customToken(of: account)
      let first = try await server.signInWithCustomToken(token)
      #expect(first.json["kind"] == "identitytoolkit#VerifyCustomTokenResponse")
      #expect(first.json["isNewUser"] == true && first.json["expiresIn"] == "3600")
      #expect(first.json["localId"] == nil)
      let claims = try Self.claims(first)
      #expect(claims["sub"] == "custom-1" && claims["user_id"] == "custom-1")
      #expect(claims["firebase"]?["sign_in_provider"] == "custom")
      #expect(claims["provider_id"] == nil, "not anonymous")
      let legacy = try await server.send(
        "POST", "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyCustomToken?key=key",
        headers: ["Content-Type": "application/json"], body: JSONWriter.text(["token": .string(token)]))
      #expect(legacy.json["isNewUser"] == false)
      let stored = try #require(try await server.account("custom-1"))
      #expect(stored.customAuth && !stored.isAnonymous)
      let user = try await server.lookUp(try #require(first.json["idToken"]?.stringValue))
      #expect(user["customAuth"] == true)
    }
  }

  @Test("many devices may bring a new user's token at once")
  func parallel() async throws {
    try await Self.run(reach: .live) { server, account in
      let token = try server.customToken(of: account)
      let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
        for _ in 0..<12 { group.addTask { try await server.signInWithCustomToken(token) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.allSatisfy { $0.status == 200 }, "\(answers.map(\.text))")
      #expect(answers.filter { $0.json["isNewUser"] == true }.count == 1)
      #expect(try await server.accountCount() == 1)
    }
  }

  @Test("its claims are the session's, not the account's")
  func developerClaims() async throws {
    try await Self.run { server, account in
      let gold = try await server.signInWithCustomToken(
        server.customToken(of: account, ["claims": ["plan": "gold", "email": "x@example.com"]]))
      #expect(try Self.claims(gold)["plan"] == "gold")
      #expect(try Self.claims(gold)["email"] == nil, "what the account decides is not to be claimed")
      #expect(try #require(try await server.account("custom-1")).customAttributes == nil)
      let plain = try await server.signInWithCustomToken(server.customToken(of: account))
      #expect(try Self.claims(plain)["plan"] == nil)
      let refreshed = try await server.refresh(try #require(gold.json["refreshToken"]?.stringValue))
      let claims = try UnverifiedJWT(try #require(refreshed.json["id_token"]?.stringValue)).claims
      #expect(claims["plan"] == "gold" && claims["firebase"]?["sign_in_provider"] == "custom")
      for (value, message) in [
        (["iss": "x"], "FORBIDDEN_CLAIM : iss"), (["firebase": [:]], "FORBIDDEN_CLAIM : firebase"),
        (["gold"], "INVALID_CLAIMS"), ("gold", "INVALID_CLAIMS"), (1, "INVALID_CLAIMS"),
        (["x": .string(String(repeating: "y", count: 993))], "CLAIMS_TOO_LARGE"),
      ] as [(JSONValue, String)] {
        let token = try server.customToken(of: account, ["claims": value])
        #expect(try await server.signInWithCustomToken(token).errorMessage == message)
      }
      let most = try server.customToken(
        of: account, ["claims": ["x": .string(String(repeating: "y", count: 992))]])
      #expect(try await server.signInWithCustomToken(most).status == 200)
      #expect(
        try await server.signInWithCustomToken(server.customToken(of: account, ["claims": .null])).status
          == 200)
    }
  }

  @Test("is taken as Google's libraries sign it, without a key id too")
  func withoutKeyID() async throws {
    try await Self.run { server, account in
      let token = try account.token(server.customTokenClaims(account), header: ["kid": nil])
      #expect(try await server.signInWithCustomToken(token).status == 200)
    }
  }

  @Test("is refused when anything about it is wrong")
  func refusals() async throws {
    try await Self.run(unsigned: true) { server, account in
      let now = server.clock.now().seconds
      let other = try await server.addServiceAccount("other")
      let wrong: [(String, [String: JSONValue?])] = [
        ("no issuer", ["iss": nil]), ("another issuer", ["iss": .string(other.email)]),
        ("unknown issuer", ["iss": "nobody@example.iam.gserviceaccount.com"]),
        ("no subject", ["sub": nil]), ("another subject", ["sub": .string(other.email)]),
        ("no audience", ["aud": nil]), ("another audience", ["aud": "https://example.com/"]),
        ("project as audience", ["aud": "example"]),
        ("prefix of the audience", ["aud": .string(String(TestServer.customTokenAudience.dropLast()))]),
        ("two audiences", ["aud": [.string(TestServer.customTokenAudience), "x"]]),
        ("the token endpoint's audience", ["aud": .string(server.origin + "/token")]),
        ("expired", ["iat": .integer(now - 3600), "exp": .integer(now)]), ("no iat", ["iat": nil]),
        ("no exp", ["exp": nil]), ("future", ["iat": .integer(now + 61), "exp": .integer(now + 90)]),
        ("too long", ["exp": .integer(now + 3601)]),
        ("long uid", ["uid": .string(String(repeating: "u", count: 129))]),
        ("uid with a line", ["uid": "a\nb"]),
      ]
      for (name, change) in wrong {
        let response = try await server.signInWithCustomToken(server.customToken(of: account, change))
        #expect(
          response.errorMessage?.hasPrefix("INVALID_CUSTOM_TOKEN : ") == true, "\(name): \(response.text)")
      }
      for uid in [nil, "", 7, .null] as [JSONValue?] {
        let response = try await server.signInWithCustomToken(server.customToken(of: account, ["uid": uid]))
        #expect(response.errorMessage == "MISSING_IDENTIFIER")
      }
      for email in ["backend@other.iam.gserviceaccount.com", "a@nowhere.iam.gserviceaccount.com"] {
        let token = try server.customToken(of: account, ["iss": .string(email), "sub": .string(email)])
        #expect(try await server.signInWithCustomToken(token).errorMessage == "CREDENTIAL_MISMATCH")
      }
      for text in ["garbage", "a.b.c", "a.b"] {
        #expect(
          try await server.signInWithCustomToken(text).errorMessage
            == "INVALID_CUSTOM_TOKEN : Invalid assertion format. 3 dot separated segments required.")
      }
      #expect(try await server.signInWithCustomToken("").errorMessage == "MISSING_CUSTOM_TOKEN")
      #expect(try await server.accountCount() == 0)
      try await server.backend.administration.deleteServiceAccountKey(
        account.keyID, of: "backend", in: TestServer.project)
      let late = try await server.signInWithCustomToken(server.customToken(of: account))
      #expect(late.errorMessage?.hasPrefix("INVALID_CUSTOM_TOKEN : ") == true)
    }
  }

  @Test("of another project is refused there, even with an account of the same name")
  func otherProject() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    try await TestServer.run(options) { server in
      let other = try #require(ProjectID(rawValue: "other"))
      let project = try await server.backend.administration.create(other)
      let account = try await server.addServiceAccount()
      let others = try await server.addServiceAccount(in: other)
      let key = try #require(try await server.project().apiKeys.first)
      let otherKey = try #require(project.apiKeys.first)
      let token = try server.customToken(of: account)
      #expect(
        try await server.signInWithCustomToken(token, key: otherKey).errorMessage == "CREDENTIAL_MISMATCH")
      #expect(try await server.signInWithCustomToken(token, key: key).status == 200)
      #expect(
        try await server.signInWithCustomToken(server.customToken(of: others), key: otherKey).status == 200)
      let forged = try others.token(server.customTokenClaims(account))
      #expect(
        try await server.signInWithCustomToken(forged, key: key).errorMessage?
          .hasPrefix("INVALID_CUSTOM_TOKEN") == true)
    }
  }

  @Test("is for the tenant that it names and for no other")
  func tenants() async throws {
    try await Self.run { server, account in
      for name in ["one", "two", "off"] {
        var tenant = Tenant(
          id: try #require(TenantID(rawValue: name)), project: TestServer.project,
          createdAt: server.clock.now())
        tenant.signIn.isDisabled = name == "off"
        try await server.backend.projects.insert(tenant)
      }
      func message(_ named: JSONValue?, _ asked: String?) async throws -> TestResponse {
        try await server.signInWithCustomToken(
          server.customToken(of: account, ["tenant_id": named]),
          asked.map { ["tenantId": .string($0)] } ?? [:])
      }
      for (named, asked) in [
        ("one", "two"), (nil, "one"), ("", "one"), (7, nil), (7, "one"), ("two", "one"),
      ] as [(JSONValue?, String?)] {
        #expect(try await message(named, asked).errorMessage == "TENANT_ID_MISMATCH", "\(named as Any)")
      }
      #expect(try await message("three", nil).errorMessage == "TENANT_NOT_FOUND")
      #expect(try await message("off", nil).errorMessage == "PROJECT_DISABLED")
      #expect(try await message("off", "off").errorMessage == "PROJECT_DISABLED")
      for asked in [nil, "one"] {
        let claims = try Self.claims(try await message("one", asked))
        #expect(claims["firebase"]?["tenant"] == "one")
      }
      #expect(try await server.accountCount() == 0, "none of the project's own")
      #expect(try Self.claims(try await message(nil, nil))["firebase"]?["tenant"] == nil)
    }
  }

  @Test("does not let a disabled user in")
  func disabled() async throws {
    try await Self.run { server, account in
      _ = try await server.administer("accounts", ["localId": "custom-1", "disabled": true])
      let response = try await server.signInWithCustomToken(server.customToken(of: account))
      #expect(response.errorMessage == "USER_DISABLED")
    }
  }

  @Test("unsigned is taken by a development server that was told so, and by no other")
  func unsigned() async throws {
    let json = #"{"uid":"u","claims":{"plan":"gold"}}"#
    @Sendable func unsignedToken(_ server: TestServer, _ account: TestServiceAccount) throws -> [String] {
      let claims = server.customTokenClaims(account)
      let token = try account.token(claims, header: ["alg": "none", "kid": nil], sign: { _ in [] })
      return [json, token, String(token.dropLast())]
    }
    try await Self.run { server, account in
      for text in try unsignedToken(server, account) {
        let response = try await server.signInWithCustomToken(text)
        #expect(response.errorMessage?.hasPrefix("INVALID_CUSTOM_TOKEN") == true, "\(response.text)")
      }
      #expect(try await server.accountCount() == 0)
    }
    try await Self.run(unsigned: true) { server, account in
      for text in try unsignedToken(server, account) {
        #expect(try await server.signInWithCustomToken(text).status == 200)
      }
      for text in ["{", #"{"uid":"u",}"#] {
        #expect(
          try await server.signInWithCustomToken(text).errorMessage
            == "INVALID_CUSTOM_TOKEN : ((Auth Emulator only accepts strict JSON or JWTs as fake custom tokens.))"
        )
      }
    }
  }
}
