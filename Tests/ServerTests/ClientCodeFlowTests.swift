import IdentityProviders
import IdentityWire
import ProviderLab
import TestSupport
import Testing

@Suite("accounts:createAuthUri for clients that redeem the code themselves", .fewAtOnce)
struct ClientCodeFlowTests {
  private static let rawNonce = "a nonce of the client's own"
  private static let hashedNonce = sha256Hex(rawNonce)

  private static func begin(
    _ provider: String, _ server: TestServer, nonce: String? = ClientCodeFlowTests.hashedNonce
  ) async throws -> AuthUriFlow {
    var message: [String: JSONValue] = ["authFlowType": "CODE_FLOW"]
    if let nonce { message["customParameter"] = ["nonce": .string(nonce), "prompt": "login"] }
    return try await server.beginFlow(provider, message)
  }

  private static func query(of address: String) -> FormURLEncoded {
    FormURLEncoded(parsing: String(address.split(separator: "?", maxSplits: 1).last ?? ""))
  }

  private static func redeeming(_ server: TestServer) async throws {
    try await eachCase(of: ["google.com", "oidc.lab"]) { provider in
      // The server that has no secret cannot redeem a code, and its own sign-ins ask for ID tokens.
      try await server.changeProject { project in
        for index in project.providers.indices where project.providers[index].providerID == provider {
          project.providers[index].responseType = .idToken
        }
      }
      let flow = try await Self.begin(provider, server)
      #expect(flow["response_type"] == "code" && flow["prompt"] == "login")
      #expect(flow["code_challenge"] == nil && flow["nonce"] == Self.hashedNonce)
      let code = try #require(Self.query(of: try await server.authorize(flow))["code"])
      let client = provider == "google.com" ? ProviderLab.clients.google : ProviderLab.clients.oidc
      let endpoint = try #require(server.lab.endpoints(for: provider)).token
      let tokens = try await server.send(
        "POST", endpoint, headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: FormURLEncoded([
          ("grant_type", "authorization_code"), ("code", code), ("client_id", client.id),
          ("client_secret", client.secret), ("redirect_uri", server.origin + "/__/auth/handler"),
        ]).text)
      let idToken = try #require(tokens.json["id_token"]?.stringValue, "\(tokens.text)")
      let user = try TestSession(
        await server.signInWithIdp([
          ("providerId", provider), ("id_token", idToken), ("nonce", Self.rawNonce),
        ]))
      _ = try await server.administer("accounts:delete", ["localId": .string(user.localID)])
    }
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a public client's code stays protected by PKCE") { try await publicClient($0) },
    Behaviour("such a flow may also end here, bound to its session and its nonce") {
      try await endingHere($0)
    },
    Behaviour("the code is redeemed with the client's own nonce and no verifier") { try await redeeming($0) },
    Behaviour("such a flow takes no ID token, whose nonce others may know") { try await idToken($0) },
    Behaviour("a nonce beyond its bounds is refused") { try await longNonce($0) },
  ]

  @Test("a client that redeems its code itself sends what the flow began with")
  func flows() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func publicClient(_ server: TestServer) async throws {
    try await server.changeProvider("oidc.lab") { $0.tokenAuthentication = .publicClient }
    let flow = try await Self.begin("oidc.lab", server)
    #expect(flow["code_challenge"] != nil && flow["code_challenge_method"] == "S256")
  }

  private static func endingHere(_ server: TestServer) async throws {
    try await eachCase(of: [true, false] as [Bool]) { hasNonce in
      func begin() async throws -> AuthUriFlow {
        try await Self.begin("google.com", server, nonce: hasNonce ? Self.hashedNonce : nil)
      }
      let flow = try await begin()
      #expect((flow["nonce"] != nil) == hasNonce)
      _ = try TestSession(await server.finishFlow(flow, at: try await server.authorize(flow)))

      let stolen = try await server.authorize(try await begin())
      let other = try await server.finishFlow(flow, at: stolen)
      #expect(other.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE") == true, "\(other.text)")

      let foreign = try await begin()
      let callback = try await server.authorize(
        AuthUriFlow(
          providerID: "google.com",
          authURI: hasNonce
            ? foreign.authURI.replacing(Self.hashedNonce, with: sha256Hex("another"))
            : foreign.authURI + "&nonce=another", sessionID: foreign.sessionID))
      let refused = try await server.finishFlow(foreign, at: callback)
      #expect(refused.errorMessage?.hasPrefix("MISSING_OR_INVALID_NONCE") == true, "\(refused.text)")
    }
  }

  private static func idToken(_ server: TestServer) async throws {
    let flow = try await Self.begin("google.com", server)
    let token = try await server.labToken("google.com", ["nonce": .string(Self.hashedNonce)])
    let answer = FormURLEncoded([("state", try #require(flow["state"])), ("id_token", token)]).text
    let refused = try await server.finishFlow(flow, at: server.origin + "/__/auth/handler?" + answer)
    #expect(refused.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE") == true, "\(refused.text)")
  }

  private static func longNonce(_ server: TestServer) async throws {
    let response = try await server.call(
      "accounts:createAuthUri",
      [
        "providerId": "google.com", "continueUri": .string(server.origin), "authFlowType": "CODE_FLOW",
        "customParameter": ["nonce": .string(String(repeating: "n", count: 1_025))],
      ])
    #expect(response.errorMessage == "INVALID_CUSTOM_PARAMETERS", "\(response.text)")
  }
}
