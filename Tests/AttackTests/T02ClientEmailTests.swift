import IdentityWire
import TestSupport
import Testing

@Suite("T2: client overrides the provider's e-mail address", .fewAtOnce)
struct T02ClientEmailTests {
  private static let real = "attacker@gmail.com"
  private static let victim = "victim@gmail.com"
  /// Every name by which an address or its verification goes anywhere in the protocol.
  private static let lies: [(name: String, value: String)] = [
    ("email", victim), ("email_verified", "true"), ("emailVerified", "true"), ("verified_email", "true"),
    ("identifier", victim), ("displayName", victim), ("oauth_email", victim),
    ("claims", #"{"email":"victim@gmail.com","email_verified":true}"#),
  ]
  private static let appleUser =
    #"{"name":{"firstName":"Ann","email":"victim@gmail.com"},"email":"victim@gmail.com","email_verified":true}"#

  struct Way: Sendable, CustomTestStringConvertible {
    let provider: String
    let kind: String
    var parameter: String { kind == "access" ? "access_token" : "id_token" }
    var testDescription: String { "\(provider) by \(kind)" }
  }

  private static let ways = [
    Way(provider: "google.com", kind: "id"), Way(provider: "google.com", kind: "access"),
    Way(provider: "apple.com", kind: "id"), Way(provider: "facebook.com", kind: "access"),
    Way(provider: "facebook.com", kind: "limited"), Way(provider: "github.com", kind: "access"),
    Way(provider: "oidc.lab", kind: "id"),
  ]

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a credential's account has the provider's address, whatever address stands beside it") {
      try await credential($0)
    },
    Behaviour("a pending credential's account has the provider's address") { try await pending($0) },
  ]

  @Test("an address that a client names is nobody's proof")
  func addresses() async throws { try await TestServer.look(at: Self.behaviours) }

  // Fails when `signInWithIdp` prefers a parameter `email` of the request to the provider's, and, for Apple,
  // when the address in the unsigned `user` field is taken (each alone).
  private static func credential(_ server: TestServer) async throws {
    try await eachCase(of: Self.ways) { way in
      let bystander = try await server.signUp(Self.victim, "the victim's password")
      let token = try await server.labToken(
        way.provider,
        [
          "kind": .string(way.kind), "sub": "666", "email": .string(Self.real), "rawNonce": "n",
        ])
      let parameters =
        [(name: "providerId", value: way.provider), (way.parameter, token)]
        + (way.kind == "access" ? [] : [("nonce", "n")]) + Self.lies + [("user", Self.appleUser)]
      let lies = FormURLEncoded(Self.lies).text
      let response = try await server.signInWithIdp(
        parameters,
        [
          "requestUri": .string("http://localhost/?\(lies)#\(lies)"), "email": .string(Self.victim),
          "emailVerified": true, "displayName": .string(Self.victim),
        ])
      try await Self.check(response, bystander, server)
      for id in [.string(bystander.localID), response.json["localId"] ?? .null] as [JSONValue] {
        _ = try await server.administer("accounts:delete", ["localId": id])
      }
    }
  }

  // Fails as above, both.
  @Test(
    "a flow's account has the provider's address, whatever the callback says",
    arguments: ["apple.com", "google.com"])
  func flow(_ provider: String) async throws {
    try await TestServer.run { server in
      let bystander = try await server.signUp(Self.victim, "the victim's password")
      let flow = try await server.beginFlow(provider)
      let callback = try await server.authorize(
        flow, ["lab_sub": "666", "lab_email": Self.real, "lab_verified": "1"])
      let lies = FormURLEncoded(Self.lies + [("user", Self.appleUser)]).text
      try await Self.check(
        server.finishFlow(flow, at: "\(callback)&\(lies)", ["postBody": .string(lies)]), bystander, server)
    }
  }

  // Fails as the first: a pending credential passes the same way.
  private static func pending(_ server: TestServer) async throws {
    let bystander = try await server.signUp(Self.victim, "the victim's password")
    let token = try await server.labToken("google.com", ["sub": "666", "email": .string(Self.real)])
    let first = try await server.signIn(.google, token, nonce: nil)
    let response = try await server.signInWithIdp(
      Self.lies + [("pendingToken", try require(first, "pendingToken")), ("user", Self.appleUser)],
      ["email": .string(Self.victim)])
    try await Self.check(response, bystander, server)
  }

  private static func check(
    _ response: TestResponse, _ bystander: TestSession, _ server: TestServer
  ) async throws {
    let attacker = try TestSession(response)
    #expect(attacker.localID != bystander.localID)
    #expect(response.json["email"] == .string(real))
    let user = try await server.lookUp(attacker.idToken)
    #expect(user["email"] == .string(real))
    #expect(user["providerUserInfo"]?.arrayValue?.allSatisfy { $0["email"] == .string(real) } == true)
    #expect(try UnverifiedJWT(attacker.idToken).claims["email"] == .string(real))
    #expect(!response.text.contains(victim))
    #expect(try await server.account(email: victim)?.links.isEmpty == true)
    #expect(try await server.lookUp(bystander.idToken)["emailVerified"] == false)
  }
}
