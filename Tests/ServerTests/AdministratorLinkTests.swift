import IdentityWire
import TestSupport
import Testing

@Suite("Identities that administrators link", .fewAtOnce)
struct AdministratorLinkTests {
  private static func link(_ server: TestServer, _ localID: String, _ given: JSONValue) async throws
    -> TestResponse
  {
    try await server.administer(
      "accounts:update", ["localId": .string(localID), "linkProviderUserInfo": given])
  }

  private static func newUser(_ server: TestServer) async throws -> String {
    let made = try await server.administer("accounts", [:])
    guard let id = made.json["localId"]?.stringValue else { throw TestFailure(made.text) }
    return id
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour(
      "the identity signs in the user it was linked to, and takes the place of the provider's former one"
    ) { try await linking($0) },
    Behaviour("an identity of somebody else's is refused, and nothing of the request is done") {
      try await taken($0)
    },
    Behaviour("what is no identity of a provider is refused") { try await refused($0) },
  ]

  @Test("an administrator links identities that nobody else has")
  func links() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func linking(_ server: TestServer) async throws {
    let user = try await Self.newUser(server)
    for subject in ["g-1", "g-2"] {
      let linked = try await Self.link(
        server, user, ["providerId": "google.com", "rawId": .string(subject), "displayName": "Ann"])
      #expect(linked.status == 200, "\(linked.text)")
      let provider = linked.json["providerUserInfo"]?.arrayValue?.first
      #expect(provider?["rawId"] == .string(subject) && provider?["displayName"] == "Ann")
      #expect(linked.json["providerUserInfo"]?.arrayValue?.count == 1)
    }
    let token = try await server.labToken("google.com", ["sub": "g-2"])
    let signedIn = try await server.signInWithIdp([("providerId", "google.com"), ("id_token", token)])
    #expect(signedIn.json["localId"]?.stringValue == user, "\(signedIn.text)")
    #expect(signedIn.json["isNewUser"]?.boolValue != true)
  }

  private static func taken(_ server: TestServer) async throws {
    let owner = try await Self.newUser(server)
    let other = try await Self.newUser(server)
    #expect(try await Self.link(server, owner, ["providerId": "google.com", "rawId": "g"]).status == 200)
    let refused = try await server.administer(
      "accounts:update",
      [
        "localId": .string(other), "displayName": "Thief",
        "linkProviderUserInfo": ["providerId": "google.com", "rawId": "g"],
      ])
    #expect(refused.status == 400 && refused.errorMessage == "FEDERATED_USER_ID_ALREADY_LINKED")
    #expect(try await server.account(other)?.displayName == nil)
    #expect(try await server.account(owner)?.links.map(\.rawID) == ["g"])
  }

  private static func refused(_ server: TestServer) async throws {
    let long = JSONValue.string(String(repeating: "x", count: 10_000))
    let cases: [(JSONValue, String)] = [
      ([:], "MISSING_PROVIDER_ID"), (["rawId": "g"], "MISSING_PROVIDER_ID"),
      (["providerId": "", "rawId": "g"], "MISSING_PROVIDER_ID"),
      (["providerId": "google.com"], "MISSING_RAW_ID"),
      (["providerId": "google.com", "rawId": ""], "MISSING_RAW_ID"),
      (["providerId": "password", "rawId": "ann@example.com"], "INVALID_PROVIDER_ID"),
      (["providerId": "phone", "rawId": "+15551230100"], "INVALID_PROVIDER_ID"),
      (["providerId": long, "rawId": "g"], "INVALID_ARGUMENT"),
      (["providerId": "google.com", "rawId": long], "INVALID_ARGUMENT"),
      (["providerId": "google.com", "rawId": "g", "photoUrl": long], "INVALID_ARGUMENT"),
    ]
    let user = try await Self.newUser(server)
    for (given, error) in cases {
      let answer = try await Self.link(server, user, given)
      #expect(answer.status == 400 && answer.errorMessage?.hasPrefix(error) == true, "\(answer.text)")
    }
    #expect(try await server.account(user)?.links.isEmpty == true)
  }
}
