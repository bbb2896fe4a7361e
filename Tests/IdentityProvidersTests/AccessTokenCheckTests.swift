import Identity
import IdentityProviders
import IdentityWire
import Secrets
import Testing

/// Answers that a faithful provider would not give to our own token, one member changed at a time.
@Suite("Every member of a provider's answer about an access token counts")
struct AccessTokenCheckTests {
  /// Runs a verification against canned answers, each a path's JSON.
  private static func verify(
    _ providerID: String, _ answers: [String: JSONValue], audiences: [String] = []
  ) async throws -> ProviderIdentity {
    try await StubProvider.run({ request in
      answers[request.path].map { StubProvider.Answer.json($0) }
        ?? .json(["message": "Not Found"], status: 404)
    }) { stub in
      try await withHTTP { http in
        var settings = ProviderSettings(providerID: providerID, enabled: true, clientID: "app-1")
        settings.additionalAudiences = audiences
        settings.endpoints.tokenCheck = stub.baseURL + "/check"
        settings.endpoints.userInfo = stub.baseURL + "/me"
        settings.endpoints.userEmails = stub.baseURL + "/emails"
        settings.endpoints.allowPrivateAddresses = true
        let verifier = try #require(ProviderRegistry(http: http).verifier(for: providerID))
        return try await verifier.verify(
          .accessToken("the-access-token", secret: nil), with: settings,
          secrets: .init(clientSecret: Secret("the-client-secret")), now: TestToken.now)
      }
    }
  }

  private static func refusal(_ providerID: String, _ answers: [String: JSONValue]) async -> String? {
    await message { _ = try await verify(providerID, answers) }
  }

  private static func changed(_ value: JSONValue, _ name: String, _ replacement: JSONValue?) -> JSONValue {
    var members = value.objectValue ?? [:]
    members[name] = replacement
    return .object(members)
  }

  @Test("Facebook: debug_token and the profile")
  func facebook() async throws {
    let check: JSONValue = [
      "app_id": "app-1", "type": "USER", "is_valid": true, "expires_at": 0, "user_id": "17",
      "scopes": ["email"],
    ]
    let me: JSONValue = ["id": "17", "name": "Ada", "picture": ["data": ["url": "javascript:alert(1)"]]]
    let identity = try await Self.verify("facebook.com", ["/check": ["data": check], "/me": me])
    #expect(identity.rawID == "17" && identity.photoURL == nil && identity.tokens.expiresIn == nil)
    let second = TestToken.now.seconds
    let table: [(String, JSONValue?)] = [
      ("app_id", nil), ("app_id", ""), ("app_id", "app-12"), ("app_id", "app"), ("app_id", .null),
      ("type", nil), ("type", "PAGE"), ("type", "APP"), ("is_valid", nil), ("is_valid", false),
      ("is_valid", "true"), ("is_valid", 1), ("error", ["code": 190]), ("expires_at", nil),
      ("expires_at", -1), ("expires_at", .integer(second)), ("expires_at", .integer(second - 1)),
      ("expires_at", "0"), ("user_id", nil), ("user_id", ""), ("user_id", "18"), ("user_id", 17),
    ]
    for (name, value) in table {
      let refusal = await Self.refusal(
        "facebook.com", ["/check": ["data": Self.changed(check, name, value)], "/me": me])
      #expect(refusal?.hasPrefix("INVALID_IDP_RESPONSE : ") == true, "\(name) \(value ?? "nil")")
    }
    for id: JSONValue? in [nil, "", 17, "18", .null] {
      let refusal = await Self.refusal(
        "facebook.com", ["/check": ["data": check], "/me": Self.changed(me, "id", id)])
      #expect(refusal?.hasPrefix("INVALID_IDP_RESPONSE : ") == true)
    }
    #expect(await Self.refusal("facebook.com", ["/check": [:], "/me": me]) != nil)
  }

  @Test("GitHub: check a token, the user and the addresses")
  func gitHub() async throws {
    let check: JSONValue = ["app": ["client_id": "app-1"], "user": ["id": 17]]
    let me: JSONValue = ["id": 17, "login": "ada", "email": "public@example.com"]
    let emails: JSONValue = [
      ["email": "second@example.com", "primary": false, "verified": true],
      ["email": "ada@example.com", "primary": true, "verified": true],
    ]
    let identity = try await Self.verify("github.com", ["/check": check, "/me": me, "/emails": emails])
    #expect(identity.rawID == "17" && identity.email?.text == "ada@example.com")
    #expect(identity.emailVerifiedByProvider)
    let bare = try await Self.verify("github.com", ["/check": [:], "/me": me])
    #expect(bare.email?.text == "public@example.com" && !bare.emailVerifiedByProvider)
    let unverified: JSONValue = [["email": "ada@example.com", "primary": true, "verified": "true"]]
    let claimed = try await Self.verify("github.com", ["/check": check, "/me": me, "/emails": unverified])
    #expect(!claimed.emailVerifiedByProvider)
    let checks: [JSONValue] = [
      Self.changed(check, "app", ["client_id": "app-2"]), Self.changed(check, "user", ["id": 18]),
      ["error": "bad"], Self.changed(check, "app", ["client_id": .null]),
    ]
    for check in checks {
      let refusal = await Self.refusal("github.com", ["/check": check, "/me": me])
      #expect(refusal?.hasPrefix("INVALID_IDP_RESPONSE : ") == true)
    }
    for id: JSONValue? in [nil, 0, -1, "17", .null, 17.5] {
      let refusal = await Self.refusal("github.com", ["/check": [:], "/me": Self.changed(me, "id", id)])
      #expect(refusal?.hasPrefix("INVALID_IDP_RESPONSE : ") == true)
    }
    let unknown = await Self.refusal("github.com", ["/me": me])
    #expect(
      unknown
        == "INVALID_IDP_RESPONSE : Unsuccessful check authorization response from Github: "
        + "{\"message\":\"Not Found\"}")
  }

  @Test("Google: tokeninfo and userinfo")
  func google() async throws {
    let check: JSONValue = ["aud": "app-1", "sub": "17", "expires_in": "3500", "scope": "openid email"]
    let me: JSONValue = ["id": "17", "email": "ada@gmail.com", "verified_email": true, "hd": "example.com"]
    let identity = try await Self.verify("google.com", ["/check": check, "/me": me])
    #expect(identity.rawID == "17" && identity.emailVerifiedByProvider)
    #expect(identity.rawUserInfo["granted_scopes"] == "openid email" && identity.tokens.expiresIn == 3500)
    #expect(identity.rawUserInfo["hd"] == "example.com")
    let native = try await Self.verify(
      "google.com", ["/check": Self.changed(check, "aud", "ios-1"), "/me": me], audiences: ["ios-1"])
    #expect(native.rawID == "17")
    let table: [(String, JSONValue?)] = [
      ("aud", nil), ("aud", ""), ("aud", "app-12"), ("aud", "app"), ("aud", ["app-1"]), ("sub", "18"),
      ("sub", 17), ("expires_in", "0"), ("expires_in", -5), ("error", "invalid_token"),
    ]
    for (name, value) in table {
      let refusal = await Self.refusal("google.com", ["/check": Self.changed(check, name, value), "/me": me])
      #expect(refusal?.hasPrefix("INVALID_IDP_RESPONSE : ") == true, "\(name)")
    }
    for id: JSONValue? in [nil, "", 17, "18", .string(String(repeating: "1", count: 513))] {
      let refusal = await Self.refusal(
        "google.com", ["/check": Self.changed(check, "sub", nil), "/me": Self.changed(me, "id", id)])
      #expect((refusal == nil) == (id == "18"))
    }
    let unverified = try await Self.verify(
      "google.com", ["/check": check, "/me": Self.changed(me, "verified_email", "yes")])
    #expect(!unverified.emailVerifiedByProvider)
  }

  @Test("what a provider echoes of our secrets does not come through")
  func echoes() async throws {
    for (providerID, path) in [
      ("facebook.com", "/check"), ("google.com", "/check"), ("github.com", "/check"),
    ] {
      let refusal = await Self.refusal(
        providerID,
        [
          path: [
            "error": ["message": "bad the-access-token of the-client-secret : no", "trace": "x"],
            "error_description": "the-access-token\u{0301}",
          ]
        ])
      let text = try #require(refusal)
      #expect(!text.contains("the-access-token"))
      // Google is not told the secret for an access token.
      if providerID != "google.com" { #expect(!text.contains("the-client-secret")) }
      #expect(text.components(separatedBy: " : ").count == 2)
    }
  }
}
