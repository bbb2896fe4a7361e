import Identity
import IdentityProviders
import IdentityWire
import Secrets
import Testing

@Suite("Revoking access at a provider")
struct GrantRevocationTests {
  private static let secret = "client-secret-1"
  private static let token = "token-of-the-user-1"

  /// Revokes at a provider whose one answer the test writes.
  private static func revoke(
    _ answer: StubProvider.Answer, providerID: String = "oidc.x",
    changing change: @escaping @Sendable (inout ProviderSettings) -> Void = { _ in },
    _ body: @escaping @Sendable (GrantRevocation.Outcome, [StubProvider.Received]) -> Void
  ) async throws {
    try await revoke(answering: { _ in answer }, providerID: providerID, changing: change, body)
  }

  /// Revokes at a provider whose answers the test writes.
  private static func revoke(
    answering handler: @escaping StubProvider.Handler, providerID: String,
    changing change: @escaping @Sendable (inout ProviderSettings) -> Void = { _ in },
    _ body: @escaping @Sendable (GrantRevocation.Outcome, [StubProvider.Received]) -> Void
  ) async throws {
    try await StubProvider.run(handler) { stub in
      try await withHTTP { http in
        var settings = ProviderSettings(providerID: providerID, enabled: true, clientID: "app-1")
        settings.endpoints.issuer = stub.baseURL
        settings.endpoints.token = stub.baseURL + "/token"
        settings.endpoints.revocation =
          stub.baseURL
          + (["github.com": "/applications/{client_id}/grant", "facebook.com": "/{user_id}/permissions"][
            providerID] ?? "/revoke")
        settings.endpoints.allowPrivateAddresses = true
        var identity = try #require(ProviderIdentity(providerID: providerID, rawID: "100123456"))
        identity.tokens.accessToken = Self.token
        identity.tokens.addresses = settings.secretAddresses.digest
        let grant = try #require(ProviderGrant(of: identity, with: settings))
        change(&settings)
        let outcome = await ProviderRegistry(http: http).grantRevocation.revoke(
          grant, with: settings, secrets: ProviderSecrets(clientSecret: Secret(Self.secret)),
          now: TestToken.now)
        body(outcome, stub.received)
      }
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    enum Result: Sendable { case revoked, failed, refused }

    let providerID: String
    let status: Int
    var body: JSONValue = [:]
    var headers: [String: String] = [:]
    let result: Result
    var testDescription: String { "\(providerID) \(status) \(JSONWriter.text(body))" }
  }

  static let cases: [Case] = [
    Case(providerID: "oidc.x", status: 200, result: .revoked),
    Case(providerID: "oidc.x", status: 400, body: ["error": "invalid_token"], result: .revoked),
    Case(providerID: "oidc.x", status: 400, body: ["error": "unsupported_token_type"], result: .refused),
    Case(providerID: "oidc.x", status: 401, body: ["error": "invalid_client"], result: .failed),
    Case(providerID: "oidc.x", status: 200, body: ["error": "server_error"], result: .failed),
    // A wrong address must not pass for a revocation.
    Case(providerID: "oidc.x", status: 404, result: .refused),
    Case(providerID: "oidc.x", status: 302, headers: ["Location": "https://example.com/"], result: .refused),
    Case(providerID: "oidc.x", status: 429, headers: ["Retry-After": "70"], result: .failed),
    Case(providerID: "oidc.x", status: 503, result: .failed),
    Case(providerID: "google.com", status: 200, result: .revoked),
    Case(providerID: "google.com", status: 400, body: ["error": "invalid_token"], result: .revoked),
    Case(providerID: "google.com", status: 400, body: ["error": "invalid_request"], result: .refused),
    Case(providerID: "github.com", status: 204, result: .revoked),
    Case(providerID: "github.com", status: 404, body: ["message": "Not Found"], result: .revoked),
    Case(providerID: "github.com", status: 401, body: ["message": "Bad credentials"], result: .failed),
    Case(providerID: "github.com", status: 403, headers: ["X-RateLimit-Remaining": "0"], result: .failed),
    Case(providerID: "github.com", status: 403, headers: ["Retry-After": "70"], result: .failed),
    Case(providerID: "github.com", status: 403, body: ["message": "Forbidden"], result: .refused),
    Case(providerID: "github.com", status: 422, body: ["message": "Validation Failed"], result: .refused),
    Case(providerID: "github.com", status: 502, result: .failed),
    Case(providerID: "facebook.com", status: 200, body: ["success": true], result: .revoked),
    Case(providerID: "facebook.com", status: 200, body: ["success": false], result: .failed),
    Case(providerID: "facebook.com", status: 200, result: .failed),
    Case(
      providerID: "facebook.com", status: 400, body: ["error": ["code": 100, "error_subcode": 33]],
      result: .revoked),
    Case(
      providerID: "facebook.com", status: 400, body: ["error": ["code": 190]], result: .refused),
    Case(
      providerID: "facebook.com", status: 400, body: ["error": ["code": 2, "is_transient": true]],
      result: .failed),
  ]

  @Test("an answer means that access is gone, that it may go later, or that it never will", arguments: cases)
  func answers(item: Case) async throws {
    let answer: StubProvider.Answer =
      item.status == 204
      ? .text("", status: 204) : .json(item.body, status: item.status, headers: item.headers)
    try await Self.revoke(answer, providerID: item.providerID) { outcome, received in
      #expect(received.count == 1)
      switch (outcome, item.result) {
      case (.revoked, .revoked), (.refused, .refused): break
      case (.failed(_, let isDown, let retryAfter), .failed):
        #expect(retryAfter == (item.headers["Retry-After"] == nil ? nil : 70))
        // One token's failure holds no other back.
        #expect(isDown == ![200, 400].contains(item.status))
      default: Issue.record("\(outcome)")
      }
    }
  }

  @Test("a provider that names the moment to come back is left alone until then")
  func retryAfterDate() async throws {
    // 1 800 000 060 seconds after 1970.
    let date = "Fri, 15 Jan 2027 08:01:00 GMT"
    try await Self.revoke(.json([:], status: 503, headers: ["Retry-After": date])) { outcome, _ in
      guard case .failed(_, true, let retryAfter) = outcome else {
        Issue.record("\(outcome)")
        return
      }
      #expect(retryAfter == 60)
    }
  }

  @Test("each provider is asked in its own way")
  func requests() async throws {
    try await Self.revoke(.text("", status: 200)) { _, received in
      let request = received[0]
      #expect(request.method == "POST" && request.path == "/revoke")
      #expect(request.form["token"] == Self.token && request.form["token_type_hint"] == "access_token")
      #expect(request.form["client_id"] == "app-1" && request.form["client_secret"] == Self.secret)
    }
    try await Self.revoke(.json([:]), providerID: "google.com") { _, received in
      let request = received[0]
      #expect(request.method == "POST" && request.form.pairs.map(\.name) == ["token"])
      #expect(!request.body.contains(Self.secret))
    }
    try await Self.revoke(.text("", status: 204), providerID: "github.com") { _, received in
      let request = received[0]
      #expect(request.method == "DELETE" && request.path == "/applications/app-1/grant")
      #expect(request.headers["authorization"]?.hasPrefix("Basic ") == true)
      #expect(request.body == JSONWriter.text(["access_token": .string(Self.token)]))
    }
    try await Self.revoke(.json(["success": true]), providerID: "facebook.com") { _, received in
      let request = received[0]
      #expect(request.method == "DELETE" && request.path == "/100123456/permissions")
      #expect(request.query["access_token"] == "app-1|\(Self.secret)")
      #expect(request.query["appsecret_proof"]?.utf8.count == 64)
      #expect(!request.body.contains(Self.token))
    }
  }

  // Fails when an answer's text goes into the reason as it is.
  @Test(
    "the reason holds nothing of the request: no token, no secret and nothing of the user",
    arguments: [
      ("oidc.x", [token, secret]), ("google.com", [token]), ("github.com", [token, secret]),
      ("facebook.com", ["app-1|\(secret)", secret]),
    ])
  func reasons(providerID: String, sent: [String]) async throws {
    let hidden = sent + ["100123456"]
    for name in ["error", "error_description", "message"] {
      let echo = "it is \(hidden.joined(separator: " and ")), indeed"
      let answer = StubProvider.Answer.json([name: .string(echo)], status: 403)
      try await Self.revoke(answer, providerID: providerID) { outcome, _ in
        guard case .refused(let reason) = outcome else {
          Issue.record("\(outcome)")
          return
        }
        #expect(reason.hasPrefix("status 403"))
        #expect(reason.contains("it is ...") && reason.contains("indeed"), "\(reason)")
        for part in hidden { #expect(!reason.contains(part), "\(reason)") }
      }
    }
  }

  // Fails when the body is not tried after Basic, and when it is tried after any refusal.
  @Test(
    "a client that is refused by Basic authenticates in the body, where the settings do not choose",
    arguments: [
      (nil, "invalid_client", [true, false]), (nil, "invalid_request", [true]),
      (.basic, "invalid_client", [true]), (.post, "invalid_client", [false]),
    ] as [(ProviderSettings.TokenAuthentication?, String, [Bool])])
  func fallback(
    authentication: ProviderSettings.TokenAuthentication?, error: String, byBasic: [Bool]
  ) async throws {
    try await Self.revoke(
      answering: { request in
        request.headers["authorization"] == nil
          ? .text("") : .json(["error": .string(error)], status: error == "invalid_client" ? 401 : 400)
      }, providerID: "oauth.x", changing: { $0.tokenAuthentication = authentication }
    ) { outcome, received in
      #expect(received.map { $0.headers["authorization"] != nil } == byBasic)
      for request in received {
        #expect(request.form["token"] == Self.token && request.form["client_id"] == "app-1")
        let isBasic = request.headers["authorization"] != nil
        #expect(request.form["client_secret"] == (isBasic ? nil : Self.secret))
      }
      #expect((outcome == .revoked) == (byBasic.last == false), "\(outcome)")
    }
  }

  @Test("a token of a client that the settings do not name any more is not sent anywhere")
  func otherClient() async throws {
    try await Self.revoke(.json([:]), changing: { $0.clientID = "app-2" }) { outcome, received in
      #expect(received.isEmpty)
      guard case .refused = outcome else {
        Issue.record("\(outcome)")
        return
      }
    }
  }

  // Fails when `revoke` does not compare the addresses.
  @Test(
    "a token of other addresses is not sent anywhere, whichever of them was changed",
    arguments: ProviderEndpoints.Name.allCases.filter(\.receivesSecrets))
  func otherAddresses(_ name: ProviderEndpoints.Name) async throws {
    try await Self.revoke(.json([:]), changing: { $0.endpoints[keyPath: name.path] = "https://a.example" }) {
      outcome, received in
      #expect(received.isEmpty)
      guard case .refused = outcome else {
        Issue.record("\(outcome)")
        return
      }
    }
  }

  @Test("a private address that nobody allows is not asked")
  func privateAddress() async throws {
    try await Self.revoke(.json([:]), changing: { $0.endpoints.allowPrivateAddresses = false }) {
      outcome, received in
      #expect(received.isEmpty)
      guard case .failed = outcome else {
        Issue.record("\(outcome)")
        return
      }
    }
  }
}
