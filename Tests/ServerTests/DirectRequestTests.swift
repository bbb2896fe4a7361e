import IdentityWire
import TestSupport
import Testing

@Suite("What tests ask without a connection", .fewAtOnce)
struct DirectRequestTests {
  private struct Question: CustomStringConvertible {
    var method = "GET"
    var path: String
    var headers: [String: String] = [:]
    var body: String?

    var description: String { "\(method) \(path.prefix(80))" }
  }

  private static let json = ["Content-Type": "application/json"]
  private static let owner = ["Content-Type": "application/json", "Authorization": "Bearer owner"]
  private static let signUp = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=key"
  private static let lookup = "/identitytoolkit.googleapis.com/v1/accounts:lookup?key=key"

  private static let questions = [
    Question(path: "/healthz"), Question(path: "/"), Question(path: "/nowhere/%C3%A4%2F?a=%20b+c&d"),
    Question(path: "//emulator/v1/projects/example/config"), Question(path: "/console#top"),
    Question(method: "HEAD", path: "/inbox"), Question(method: "PUT", path: "/healthz", body: "text"),
    Question(path: "/lab/control"), Question(path: "/__/auth/assets/nothing.js"),
    Question(path: "/.well-known/openid-configuration"), Question(method: "POST", path: lookup),
    Question(method: "POST", path: lookup, headers: json, body: "{"),
    Question(method: "POST", path: lookup, headers: ["Content-Type": "text/plain"], body: "{}"),
    Question(
      method: "POST", path: lookup, headers: json,
      body: #"{"email": "\#(String(repeating: "é", count: 20_000))"}"#),
    Question(method: "POST", path: lookup, headers: json, body: String(repeating: " ", count: 5 << 20)),
    Question(
      method: "OPTIONS", path: lookup,
      headers: ["Origin": "http://localhost:5000", "Access-Control-Request-Method": "POST"]),
    Question(path: "/healthz", headers: ["Origin": "null"]),
    Question(path: "/console", headers: ["Host": "attacker.example"]),
    Question(path: "/", headers: ["Host": "localhost:1", "Accept-Language": "fr", "Cookie": "a=b; c=d"]),
    Question(
      method: "DELETE", path: "/emulator/v1/projects/example/accounts", headers: owner),
    Question(
      method: "PATCH", path: "/identitytoolkit.googleapis.com/v2/projects/example/config", headers: owner,
      body: #"{"signIn": {"allowDuplicateEmails": "yes"}}"#),
    Question(path: "/", headers: ["X-Text": "a" + String(repeating: "\u{0301}", count: 100)]),
    Question(path: "/", headers: ["X-Text": String(repeating: "a", count: 40_000)]),
  ]

  private static func described(_ response: TestResponse) -> [String] {
    // What is new in every answer.
    let changing = ["date", "set-cookie", "etag"]
    let headers = response.headers.filter { !changing.contains($0.name.lowercased()) }
      .map { "\($0.name.lowercased()): \($0.value)" }
    return ["\(response.status)"] + headers.sorted()
  }

  @Test("is answered as over one")
  func answers() async throws {
    try await TestServer.run { server in
      for question in Self.questions {
        var answers: [TestResponse] = []
        for reach in [TestServer.Reach.live, .direct] {
          answers.append(
            try await server.send(
              question.method, question.path, headers: question.headers, body: question.body, reach: reach))
        }
        let (live, direct) = (answers[0], answers[1])
        #expect(Self.described(direct) == Self.described(live), "\(question)")
        #expect(direct.body.count == live.body.count, "\(question)")
        if live.json != .null { #expect(direct.json == live.json, "\(question)") }
        let form = /\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/
        let dates = answers.map { $0.headers.first(name: "date") ?? "" }
        #expect(dates.allSatisfy { $0.wholeMatch(of: form) != nil }, "\(question): \(dates)")
      }
    }
  }

  @Test("comes from this machine")
  func peer() async throws {
    try await TestServer.run { server in
      var addresses: [String?] = []
      for reach in [TestServer.Reach.live, .direct] {
        let events = try await server.auditEvents {
          _ = try await server.send(
            "POST", Self.signUp, headers: Self.json, body: #"{"returnSecureToken": true}"#, reach: reach)
        }
        addresses += events.map(\.clientAddress)
      }
      #expect(addresses.count == 2 && addresses.allSatisfy { $0 == "127.0.0.1" }, "\(addresses)")
    }
  }
}
