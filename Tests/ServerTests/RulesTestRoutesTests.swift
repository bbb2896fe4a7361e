import IdentityWire
import TestSupport
import Testing

@Suite("projects.test of security rules", .fewAtOnce)
struct RulesTestRoutesTests {
  private static let message: JSONValue = [
    "source": [
      "files": [
        [
          "name": "storage.rules",
          "content": """
          rules_version = '2';
          service firebase.storage { match /b/{b}/o/{f} { allow get: if request.auth.uid == 'ann'; } }
          """,
        ]
      ]
    ],
    "testSuite": [
      "testCases": [
        ["expectation": "ALLOW", "request": ["method": "get", "path": "/b/x/o/f", "auth": ["uid": "ann"]]],
        ["expectation": "ALLOW", "request": ["method": "get", "path": "/b/x/o/f", "auth": ["uid": "bob"]]],
      ]
    ],
  ]

  private static func test(_ server: TestServer, _ message: JSONValue, bearer: String?, at host: String = "")
    async throws -> TestResponse
  {
    var headers = ["Content-Type": "application/json"]
    headers["Authorization"] = bearer.map { "Bearer \($0)" }
    return try await server.send(
      "POST", "\(host)/v1/projects/example:test", headers: headers, body: JSONWriter.text(message))
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("an administrator tries rules at both addresses") { try await answers($0) },
    Behaviour("nobody else tries them") { try await refused($0) },
  ]

  @Test("rules are tried out")
  func rules() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func answers(_ server: TestServer) async throws {
    for host in ["", "/firebaserules.googleapis.com"] {
      let answer = try await Self.test(server, Self.message, bearer: "owner", at: host)
      #expect(answer.status == 200, "\(answer.text)")
      let results = answer.json["testResults"]?.arrayValue ?? []
      #expect(results.map { $0["state"] } == ["SUCCESS", "FAILURE"])
    }
    let wrong = try await Self.test(
      server, ["source": ["files": [["name": "a", "content": "service"]]]], bearer: "owner")
    #expect(wrong.json["issues"]?.arrayValue?.first?["severity"] == "ERROR")
    let empty = try await Self.test(server, [:], bearer: "owner")
    #expect(empty.status == 400 && empty.json["error"]?["status"] == "INVALID_ARGUMENT")
  }

  // Fails when the route asks for no administrator and CallerResolver lets a key name a project (both together: each
  // alone is caught by the other).
  private static func refused(_ server: TestServer) async throws {
    #expect(try await Self.test(server, Self.message, bearer: nil).status == 403)
    #expect(try await Self.test(server, Self.message, bearer: "wrong").status == 401)
    let ann = try await server.call("accounts:signUp", ["returnSecureToken": true])
    let token = try #require(ann.json["idToken"]?.stringValue)
    #expect(try await Self.test(server, Self.message, bearer: token).status == 401)
    let keyed = try await server.send(
      "POST", "/v1/projects/example:test?key=key", headers: ["Content-Type": "application/json"],
      body: JSONWriter.text(Self.message))
    #expect(keyed.status >= 400)
  }
}
