import IdentityWire
import TestSupport
import Testing

@Suite("Signing in at the lab's SAML provider")
struct SAMLLabSignInTests {
  /// From the request over the lab's page and the handler's to what the app is answered.
  private static func signIn(
    _ server: TestServer, _ options: [String: String] = [:], _ more: [String: JSONValue] = [:]
  ) async throws -> TestResponse {
    let flow = try await server.beginFlow("saml.lab")
    let page = try await server.bring(try await server.authorize(flow, options))
    guard let address = page.pageData["urlResponse"], let body = page.pageData["postBody"] else {
      return page
    }
    var message = more
    message["requestUri"] = address
    message["postBody"] = body
    message["sessionId"] = .string(flow.sessionID)
    message["returnSecureToken"] = true
    return try await server.call("accounts:signInWithIdp", .object(message))
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("the development project has the provider ready, with its attributes and groups") {
      try await signsIn($0)
    },
    Behaviour("each fault of the lab is refused with the protocol's error and no reason") {
      try await fault($0)
    },
    Behaviour("a response that is too large, and one with another state, end at the handler") {
      try await handler($0)
    },
    Behaviour("an assertion lets in once") { try await replayed($0) },
  ]

  @Test("the lab's SAML provider signs in, and its faults are refused")
  func signIns() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func signsIn(_ server: TestServer) async throws {
    let response = try await Self.signIn(server)
    #expect(response.status == 200, "\(response.text)")
    #expect(response.json["providerId"] == "saml.lab" && response.json["email"] == "ada@example.com")
    #expect(response.json["displayName"] == "Ada Lovelace" && response.json["photoUrl"] != nil)
    #expect(response.json["pendingToken"] != nil)
    let claims = try UnverifiedJWT(response.json["idToken"]?.stringValue ?? "").claims
    #expect(claims["groups"] == ["analysts", "engineers"])
    #expect(claims["firebase"]?["sign_in_attributes"]?["givenName"] == "Ada")
    #expect(claims["firebase"]?["sign_in_provider"] == "saml.lab")
    let again = try await Self.signIn(server)
    #expect(again.json["localId"] == response.json["localId"])
  }

  private static func fault(_ server: TestServer) async throws {
    try await eachCase(
      of: [
        "wrong-audience", "wrong-issuer", "wrong-signature", "expired", "issued-in-future",
        "unsigned", "signature-moved", "sha1-signature", "wrong-recipient", "wrong-in-response-to",
        "unsolicited", "failed-status", "comment-in-name-id", "no-name-id", "transient-name-id",
        "encrypted", "doctype",
      ]
    ) { fault in
      let response = try await Self.signIn(server, ["lab_fault": fault])
      #expect(response.status == 400)
      #expect(response.errorMessage == "INVALID_IDP_RESPONSE", "\(response.text)")
      #expect(try await server.accountCount() == 0)
    }
  }

  // Fails when the provider's word that the user declined is an error like any other.
  @Test("a user who declines at the provider has cancelled the sign-in, as at any other")
  func denied() async throws {
    try await TestServer.run { server in
      let response = try await Self.signIn(server, ["lab_fault": "denied-consent"])
      #expect(response.status == 400)
      #expect(response.errorMessage?.hasPrefix("USER_CANCELLED") == true, "\(response.text)")
      #expect(try await server.explanationText().contains("saml-status"))
      #expect(try await server.accountCount() == 0)
    }
  }

  private static func handler(_ server: TestServer) async throws {
    for fault in ["huge", "wrong-state"] {
      let page = try await Self.signIn(server, ["lab_fault": fault])
      #expect(
        (400..<500).contains(page.status) && page.pageData["postBody"] == nil, "\(fault): \(page.status)")
    }
  }

  private static func replayed(_ server: TestServer) async throws {
    #expect(try await Self.signIn(server).status == 200)
    let second = try await Self.signIn(server, ["lab_fault": "replayed"])
    #expect(second.errorMessage?.hasPrefix("MISSING_OR_INVALID_NONCE") == true, "\(second.text)")
  }
}
