import Identity
import IdentityProviders
import IdentityWire
import ProviderLab
import TestSupport
import Testing

@Suite("Sign-in with a plain OAuth 2.0 provider", .fewAtOnce)
struct OAuthProviderSignInTests {
  private static let id = "oauth.lab"

  private static func signIn(
    _ server: TestServer, _ options: [String: String] = [:], _ more: [String: JSONValue] = [:]
  ) async throws -> TestResponse {
    let flow = try await server.beginFlow(id)
    return try await server.finishFlow(flow, at: try await server.authorize(flow, options), more)
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("createAuthUri, the provider's page and signInWithIdp make an account, and find it again") {
      try await checkSignIn($0)
    },
    Behaviour("a pending token stands for the credential once") { try await pendingToken($0) },
    Behaviour("an account is linked with it, reauthenticates by it, and is parted from it") {
      try await linking($0)
    },
    Behaviour("an answer that is none ends in INVALID_IDP_RESPONSE, and changes nothing") {
      try await faults($0)
    },
  ]

  @Test("an OAuth 2.0 provider's user signs in and links")
  func signIns() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func checkSignIn(_ server: TestServer) async throws {
    let flow = try await server.beginFlow(Self.id)
    #expect(flow["scope"] == "mail,profile" && flow["code_challenge_method"] == "S256")
    let response = try await server.finishFlow(flow, at: try await server.authorize(flow))
    let json = response.json
    #expect(json["providerId"] == .string(Self.id) && json["isNewUser"] == true, "\(response.text)")
    #expect(json["email"] == "ada@example.com" && json["displayName"] == "Ada Lovelace")
    #expect(json["screenName"] == "ada" && json["emailVerified"] == false)
    #expect(json["photoUrl"]?.stringValue?.hasSuffix("/people/ada.svg") == true)
    #expect(json["oauthAccessToken"]?.stringValue?.hasPrefix("oal_") == true)
    #expect(json["oauthIdToken"] == nil && json["pendingToken"] != nil)
    let rawID = try #require(json["federatedId"]?.stringValue.flatMap(Int64.init))
    #expect(rawID > 1 << 53)
    #expect(try await server.account(try TestSession(response).localID)?.link(Self.id)?.rawID == "\(rawID)")
    let again = try await Self.signIn(server)
    #expect(again.json["localId"] == json["localId"] && again.json["isNewUser"] == nil)
    // A code is good once, and an answer as well.
    #expect(try await server.finishFlow(flow, at: server.origin + "/?code=x&state=y").status == 400)
  }

  private static func pendingToken(_ server: TestServer) async throws {
    let first = try await Self.signIn(server)
    func present(_ token: JSONValue?) async throws -> TestResponse {
      try await server.call(
        "accounts:signInWithIdp",
        ["requestUri": "http://localhost", "pendingToken": token ?? .null, "returnSecureToken": true])
    }
    let again = try await present(first.json["pendingToken"])
    #expect(again.json["localId"] == first.json["localId"], "\(again.text)")
    #expect(
      try await present(first.json["pendingToken"]).errorMessage?.hasPrefix("INVALID_PENDING_TOKEN") == true
    )
    // Switching the provider off also ends credentials that are pending.
    try await server.changeProvider(Self.id) { $0.enabled = false }
    let off = try await present(again.json["pendingToken"])
    #expect(off.errorMessage?.hasPrefix("OPERATION_NOT_ALLOWED") == true, "\(off.text)")
  }

  private static func linking(_ server: TestServer) async throws {
    let user = try TestSession(
      await server.call(
        "accounts:signUp",
        ["email": "me@example.com", "password": "correct horse", "returnSecureToken": true]))
    let linked = try await Self.signIn(server, [:], ["idToken": .string(user.idToken)])
    let session = try TestSession(linked)
    #expect(session.localID == user.localID, "\(linked.text)")
    #expect(try await server.account(user.localID)?.links.map(\.providerID) == [Self.id])
    // The identity is taken: another account does not get it.
    let other = try TestSession(
      await server.call(
        "accounts:signUp",
        ["email": "you@example.com", "password": "correct horse", "returnSecureToken": true]))
    let taken = try await Self.signIn(server, [:], ["idToken": .string(other.idToken)])
    #expect(taken.errorMessage?.hasPrefix("FEDERATED_USER_ID_ALREADY_LINKED") == true, "\(taken.text)")
    let again = try await Self.signIn(server, [:], ["autoCreate": false])
    #expect(try TestSession(again).localID == user.localID)
    let parted = try await server.call(
      "accounts:update", ["idToken": .string(session.idToken), "deleteProvider": [.string(Self.id)]])
    #expect(parted.status == 200, "\(parted.text)")
    #expect(try await server.account(user.localID)?.links.isEmpty == true)
    #expect(try await Self.signIn(server, [:], ["autoCreate": false]).status == 400)
  }

  @Test(
    "T4: an address links an account where the settings name its domain, and nowhere else",
    arguments: [true, false])
  func addresses(isNamed: Bool) async throws {
    try await TestServer.run { server in
      try await server.changeProvider(Self.id) { $0.emailDomains = isNamed ? ["example.com"] : nil }
      let user = try TestSession(
        await server.call(
          "accounts:signUp",
          ["email": "ada@example.com", "password": "correct horse", "returnSecureToken": true]))
      let response = try await Self.signIn(server)
      #expect(
        (response.json["localId"]?.stringValue == user.localID && response.json["idToken"] != nil) == isNamed)
      let unverified = try await Self.signIn(server, ["lab_person": "ada", "lab_fault": "email-unverified"])
      #expect(unverified.status == 200)
      #expect(try await server.account(user.localID)?.emailVerified == isNamed)
    }
  }

  private static func faults(_ server: TestServer) async throws {
    try await eachCase(
      of: [
        "http-500", "broken-json", "huge-answer", "no-user-id", "user-id-kind", "other-user",
        "wrong-token-type", "error-with-200", "reused-code",
      ]
    ) { fault in
      let response = try await Self.signIn(server, ["lab_person": "ada", "lab_fault": fault])
      #expect(response.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : ") == true, "\(response.text)")
      #expect(response.headers.first(name: "x-latchkey-diagnostic") != nil)
      #expect(try await server.accountCount() == 0)
      let signedIn = try await Self.signIn(server)
      #expect(signedIn.status == 200)
      _ = try await server.administer("accounts:delete", ["localId": signedIn.json["localId"] ?? .null])
    }
  }

  @Test("each of its addresses may fail or be late")
  func places() async throws {
    var options = TestServer.Options()
    options.providerTimeout = .milliseconds(300)
    try await TestServer.run(options) { server in
      try await eachCase(of: ["token", "userinfo", "emails"]) { endpoint in
        for fault in ["slow-answer", "http-500", "broken-json", "huge-answer"] {
          try await server.setFault(fault, at: Self.id, endpoint: endpoint, seconds: 2)
          let response = try await Self.signIn(server)
          #expect(
            response.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : ") == true, "\(fault): \(response.text)")
        }
        #expect(try await server.accountCount() == 0)
      }
    }
  }

  @Test("an access token that an app brings is refused, and the provider is not asked")
  func appToken() async throws {
    try await TestServer.run { server in
      let token = try await server.labToken(Self.id)
      let response = try await server.signInWithIdp([("providerId", Self.id), ("access_token", token)])
      #expect(
        response.errorMessage?.hasPrefix("INVALID_CREDENTIAL_OR_PROVIDER_ID") == true, "\(response.text)")
      #expect(try await server.requestCount(Self.id, endpoint: "userinfo") == 0)
    }
  }
}
