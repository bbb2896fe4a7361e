import IdentityWire
import SecurityRules
import Testing

@Suite("The public API's test suites")
struct TestSuiteTests {
  static func run(_ content: String, _ cases: JSONValue...) throws -> JSONValue {
    var suite = try RulesTestSuite([
      "source": ["files": [["name": "storage.rules", "content": .string(content)]]],
      "testSuite": ["testCases": .array(cases)],
    ])
    return suite.answer((0..<suite.count).map { suite.result($0) })
  }

  static func results(_ answer: JSONValue) -> [JSONValue] { answer["testResults"]?.arrayValue ?? [] }

  @Test("a case is a success when the rules do what it expects")
  func states() throws {
    let request: JSONValue = ["method": "get", "path": "/b/bkt/o/f", "auth": ["uid": "ann"]]
    let results = Self.results(
      try Self.run(
        Rules.storage("request.auth.uid == 'ann'"), ["expectation": "ALLOW", "request": request],
        ["expectation": "DENY", "request": request]))
    #expect(results.map { $0["state"] } == ["SUCCESS", "FAILURE"])
  }

  // Fails when the `auth` that a test leaves out is null and not undefined.
  @Test("what is left out is undefined, so that a comparison with null refuses, too")
  func undefined() throws {
    let request: JSONValue = ["method": "get", "path": "/b/bkt/o/f"]
    let withNull: JSONValue = ["method": "get", "path": "/b/bkt/o/f", "auth": nil]
    let results = Self.results(
      try Self.run(
        Rules.storage("request.auth == null"), ["expectation": "DENY", "request": request],
        ["expectation": "ALLOW", "request": withNull]))
    #expect(results.map { $0["state"] } == ["SUCCESS", "SUCCESS"])
    #expect(results[0]["errorPosition"]?["line"] == 1)
    #expect(results[0]["debugMessages"] == ["The variable is undefined. for 'get' @ L1"])
  }

  @Test("rules with an error are not run, and say what it is")
  func issues() throws {
    let answer = try Self.run("service firebase.storage {", ["expectation": "ALLOW"])
    #expect(answer["testResults"] == nil)
    let issue = try #require(answer["issues"]?.arrayValue?.first)
    #expect(issue["severity"] == "ERROR")
    #expect(issue["sourcePosition"]?["fileName"] == "storage.rules" && issue["sourcePosition"]?["line"] == 1)
  }

  @Test("mocks stand for documents, and a lookup without one fails")
  func mocks() throws {
    let rules = """
      rules_version = '2'; service cloud.firestore { match /databases/{db}/documents/a/{x} {
        allow get: if get(/databases/$(db)/documents/r/1).data.ok; } }
      """
    let request: JSONValue = ["method": "get", "path": "/databases/(default)/documents/a/b"]
    let mock = { (argument: JSONValue, result: JSONValue) -> JSONValue in
      [
        "expectation": "ALLOW", "request": request,
        "functionMocks": [["function": "get", "args": [argument], "result": result]],
      ]
    }
    let found: JSONValue = ["value": ["data": ["ok": true]]]
    let results = Self.results(
      try Self.run(
        rules, mock(["anyValue": [:]], found),
        mock(["exactValue": "/databases/(default)/documents/r/1"], found),
        mock(["exactValue": "/databases/(default)/documents/r/2"], found),
        mock(["anyValue": [:]], ["undefined": [:]]), ["expectation": "ALLOW", "request": request]))
    #expect(results.map { $0["state"] } == ["SUCCESS", "SUCCESS", "FAILURE", "FAILURE", "FAILURE"])
    #expect(
      results[0]["functionCalls"] == [["function": "get", "args": ["/databases/(default)/documents/r/1"]]])
  }

  @Test("reports hold every expression with its values")
  func reports() throws {
    let test: JSONValue = [
      "expectation": "ALLOW", "expressionReportLevel": "FULL",
      "request": ["method": "get", "path": "/b/bkt/o/a%20b"],
    ]
    let result = try #require(
      Self.results(try Self.run(Rules.storage("request.path[3] == 'a b' || 1 == 2"), test)).first)
    #expect(result["state"] == "SUCCESS")
    let report = try #require(result["expressionReports"]?.arrayValue?.first)
    #expect(report["values"] == [["value": true, "count": 1]])
    #expect(report["children"]?.arrayValue?.count == 2)
    #expect(report["children"]?.arrayValue?.last?["values"] == nil, "what was not evaluated has no value")
    #expect(result["visitedExpressions"]?.arrayValue?.last?["value"] == true)
  }

  @Test("a source has one file")
  func files() {
    for message: JSONValue in [
      [:], ["source": ["files": []]],
      ["source": ["files": [["name": "a", "content": ""], ["name": "b", "content": ""]]]],
    ] {
      #expect(throws: RulesRequestError.self) { try RulesTestSuite(message) }
    }
  }
}
