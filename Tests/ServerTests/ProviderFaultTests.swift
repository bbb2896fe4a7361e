import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Providers that fail", .fewAtOnce)
struct ProviderFaultTests {
  struct Place: Sendable, CustomTestStringConvertible {
    let credential: SignInWithIdpTests.Credential
    let endpoint: String
    var testDescription: String { "\(credential) \(endpoint)" }
  }

  static let places: [Place] = [
    Place(credential: .apple, endpoint: "jwks"), Place(credential: .facebookLimited, endpoint: "jwks"),
    Place(credential: .google, endpoint: "jwks"), Place(credential: .openID, endpoint: "jwks"),
    Place(credential: .facebook, endpoint: "debug_token"), Place(credential: .facebook, endpoint: "graph"),
    Place(credential: .gitHub, endpoint: "check_token"), Place(credential: .gitHub, endpoint: "userinfo"),
    Place(credential: .googleAccess, endpoint: "tokeninfo"),
    Place(credential: .googleAccess, endpoint: "userinfo"),
  ]

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("HTTP 500 and broken JSON are INVALID_IDP_RESPONSE, write nothing and use nothing up") {
      try await brokenAnswers($0)
    },
    Behaviour("a token endpoint that fails ends the web flow with INVALID_IDP_RESPONSE") {
      try await tokenEndpoint($0)
    },
    Behaviour("an endpoint that cannot be reached is named, and nothing that was sent to it") {
      try await unreachable($0)
    },
    Behaviour("a person without an address, or with an unverified one, signs in without being trusted for it")
    { try await personFaults($0) },
  ]

  @Test("a provider that fails signs nobody in, and uses nothing up")
  func faults() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func brokenAnswers(_ server: TestServer) async throws {
    try await eachCase(of: Self.places) { place in
      let parameters = try await place.credential.parameters(server)
      for fault in ["http-500", "broken-json"] {
        try await server.setFault(fault, at: place.credential.providerID, endpoint: place.endpoint)
        let response = try await server.signInWithIdp(parameters)
        #expect(response.status == 400, "\(fault)")
        #expect(
          response.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : ") == true, "\(fault): \(response.text)")
        #expect(try await server.accountCount() == 0, "\(fault)")
      }
      let signedIn = try await server.signInWithIdp(parameters)
      #expect(signedIn.status == 200)
      _ = try await server.administer("accounts:delete", ["localId": signedIn.json["localId"] ?? .null])
    }
  }

  @Test("an answer that does not come in time is INVALID_IDP_RESPONSE, and writes nothing")
  func silence() async throws {
    var options = TestServer.Options()
    options.providerTimeout = .milliseconds(100)
    try await TestServer.run(options) { server in
      try await eachCase(of: Self.places) { place in
        try await server.setFault(
          "slow-answer", at: place.credential.providerID, endpoint: place.endpoint, seconds: 1)
        let response = try await server.signInWithIdp(try await place.credential.parameters(server))
        #expect(response.status == 400)
        #expect(response.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : ") == true, "\(response.text)")
        #expect(try await server.accountCount() == 0)
      }
    }
  }

  private static func tokenEndpoint(_ server: TestServer) async throws {
    try await eachCase(of: ["github.com", "oidc.lab"]) { providerID in
      for fault in ["http-500", "broken-json"] {
        try await server.setFault(fault, at: providerID, endpoint: "token")
        let response = try await WebFlow.appleApp(server, providerID).signIn(as: "ada")
        #expect(response.status == 400, "\(fault)")
        #expect(
          response.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : ") == true, "\(fault): \(response.text)")
      }
      #expect(try await server.accountCount() == 0)
      let signedIn = try await WebFlow.appleApp(server, providerID).signIn(as: "ada")
      #expect(signedIn.status == 200)
      _ = try await server.administer("accounts:delete", ["localId": signedIn.json["localId"] ?? .null])
    }
  }

  private static func unreachable(_ server: TestServer) async throws {
    let closed = "http://127.0.0.1:\(try TestServer.freePort())"
    try await server.changeProvider("github.com") {
      $0.endpoints.tokenCheck = closed + "/check/{client_id}"
    }
    try await server.changeProvider("google.com") { $0.endpoints.jwks = closed + "/keys" }
    let gitHub = try await SignInWithIdpTests.Credential.gitHub.parameters(server)
    let response = try await server.signInWithIdp(gitHub)
    #expect(response.status == 400)
    #expect(
      response.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : Failed to fetch resource from \(closed)")
        == true)
    #expect(!response.text.contains(gitHub[1].value))
    let google = try await server.signInWithIdp(
      try await SignInWithIdpTests.Credential.google.parameters(server))
    #expect(
      google.errorMessage == "INVALID_IDP_RESPONSE : Error connecting to the given credential's issuer.")
    #expect(try await server.accountCount() == 0)
  }

  @Test("a private address is not fetched unless the provider's settings allow it")
  func privateAddress() async throws {
    try await TestServer.run { server in
      try await server.changeProvider("github.com") { $0.endpoints.allowPrivateAddresses = false }
      let parameters = try await SignInWithIdpTests.Credential.gitHub.parameters(server)
      let response = try await server.signInWithIdp(parameters)
      #expect(response.errorMessage?.hasPrefix("INVALID_IDP_RESPONSE : ") == true)
      #expect(try await server.requestCount("github.com", endpoint: "check_token") == 0)
    }
  }

  private static func personFaults(_ server: TestServer) async throws {
    for fault in ["email-missing", "email-unverified"] {
      let token = try await server.labToken(
        "github.com",
        ["sub": fault == "email-missing" ? "1" : "2", "email": "p@example.com", "fault": .string(fault)])
      let response = try await server.signInWithIdp([("providerId", "github.com"), ("access_token", token)])
      #expect(response.status == 200, "\(fault): \(response.text)")
      #expect(response.json["emailVerified"] != true, "\(fault)")
      let account = try await server.account(try TestSession(response).localID)
      #expect(account?.emailVerified == false)
    }
  }
}
