import IdentityWire
import TestSupport
import Testing

@Suite("T46: rules that take more time than their texts are long", .fewAtOnce, .timeLimit(.minutes(15)))
struct T46RulesBudgetTests {
  /// Sixteen bytes or so each, which rules double until they are as long as is wanted.
  private static let pieces = [
    "aaaaaaaaaaaaaaaa", "\u{301}\u{316}\u{301}\u{316}\u{301}\u{316}\u{301}\u{316}",
    "\u{1F469}\u{200D}\u{1F469}\u{200D}a", "\u{1100}\u{1161}\u{11A8}\u{1100}\u{1161}",
    "\r\n\r\n\r\n\r\n\r\n\r\n\r\n\r\n",
    "\u{1F1EF}\u{1F1EF}\u{1F1EF}\u{1F1EF}",
  ]

  private static let operations = [
    "t.replace('a', 'b')", "t.replace('(?s).', 'b')", "t.replace('', 'b')", "t.replace(t, t)", "t.split('')",
    "t.split('.')",
    "t.split('').toSet()", "t.split('').join(t)", "t.matches('(a|b|(?s).)*x')",
    "t.matches('[\\\\PL\\\\PN]*x')", "t == t + ''",
    "t < t + 'a'", "t in [t + 'a', t + 'b']", "{'a': t}.diff({'a': t + ''}).affectedKeys()", "t.size()",
    "t.lower()", "t.upper()", "t.trim()",
    "t[5:9]", "[t, t].join(t)", "path(t)", "/a/$(t)", "string(path(t))", "int(t)", "float(t)",
    "t.toUtf8().toBase64()",
    "t.toUtf8().toHexString()", "hashing.sha256(t)", "hashing.md5(t)", "debug(t)",
  ]

  private static func suite(_ piece: String, doublings: Int, times: Int = 1) -> JSONValue {
    let text =
      String(repeating: "d(", count: doublings) + "request.auth.uid"
      + String(repeating: ")", count: doublings)
    // Whatever the value is, it is not 1.
    let blocks = operations.enumerated().map { index, operation in
      let part = "[f\(index)(t)] == 1"
      return "function f\(index)(t) { return \(operation); } function c\(index)(t) { return "
        + Array(repeating: part, count: times).joined(separator: " || ")
        + "; } match /b/{b}/o/o\(index) { allow get: if c\(index)(\(text)); }"
    }
    let cases = operations.indices.map { index -> JSONValue in
      [
        "expectation": "DENY",
        "request": ["method": "get", "path": .string("/b/x/o/o\(index)"), "auth": ["uid": .string(piece)]],
      ]
    }
    let content =
      "rules_version = '2'; function d(t) { return t + t; } service firebase.storage { \(blocks.joined(separator: " ")) }"
    return [
      "source": ["files": [["name": "storage.rules", "content": .string(content)]]],
      "testSuite": ["testCases": .array(cases)],
    ]
  }

  /// The least time of a few.
  private static func time(_ server: TestServer, _ suite: JSONValue, times: Int) async throws -> Double {
    var least = Double.infinity
    for _ in 0..<times {
      var response: TestResponse?
      let time = try await ContinuousClock().measure {
        response = try await server.send(
          "POST", "/v1/projects/example:test",
          headers: ["Content-Type": "application/json", "Authorization": "Bearer owner"],
          body: JSONWriter.text(suite))
      }
      let results = try #require(
        response?.json["testResults"]?.arrayValue, "\(response?.text.prefix(500) ?? "")")
      for (operation, result) in zip(operations, results) {
        #expect(result["state"] == "SUCCESS", "\(operation)")
      }
      #expect(results.count == operations.count)
      least = min(least, time / .seconds(1))
    }
    return least
  }

  // Fails when RulesRegex.replacing counts the characters of its result at every match (16 times the text then takes 256
  // times as long), and when RegexParser measures names in characters.
  @Test("sixteen times the text takes at most thirty-two times as long", arguments: pieces)
  func growth(_ piece: String) async throws {
    try await TestServer.run { server in
      let small = try await Self.time(server, Self.suite(piece, doublings: 10), times: 2)
      let large = try await Self.time(server, Self.suite(piece, doublings: 14), times: 1)
      #expect(large <= 32 * max(small, 0.05), "\(small) s, then \(large) s")
    }
  }

  // Fails when WorkBudget is not asked by an operation, and when every case of a suite has a budget of its own: thirty
  // operations, fifteen times each, on a mebibyte.
  @Test("the operations of all cases together are bounded")
  func bounded() async throws {
    try await TestServer.run { server in
      let time = try await Self.time(server, Self.suite(Self.pieces[2], doublings: 15, times: 15), times: 1)
      #expect(time < 120, "\(time) s")
      #expect(try await server.send("GET", "/healthz").status == 200)
    }
  }

  // Fails when the name of a file may have any length: every place in the answer repeats it.
  @Test("an answer is not larger than its request by any factor")
  func amplification() async throws {
    try await TestServer.run { server in
      let condition = Array(repeating: "request.auth.uid == 'x'", count: 200).joined(separator: " || ")
      let content =
        "rules_version = '2'; service firebase.storage { match /{all=**} { allow get: if \(condition); } }"
      let test: JSONValue = [
        "expectation": "DENY", "expressionReportLevel": "FULL",
        "request": ["method": "get", "path": "/b/x/o/o", "auth": ["uid": "ann"]],
      ]
      for (name, status) in [("a", 200), (String(repeating: "a", count: 500_000), 400)] {
        let message: JSONValue = [
          "source": ["files": [["name": .string(name), "content": .string(content)]]],
          "testSuite": ["testCases": .array(Array(repeating: test, count: 50))],
        ]
        let response = try await server.send(
          "POST", "/v1/projects/example:test",
          headers: ["Content-Type": "application/json", "Authorization": "Bearer owner"],
          body: JSONWriter.text(message))
        #expect(response.status == status)
        #expect(response.text.utf8.count < 8 << 20)
      }
    }
  }
}
