import Foundation
import IdentityWire
import SecurityRules
import Testing

/// An author of rules may try them on a server that others use, too.
@Suite("Work of compiling and explaining", .timeLimit(.minutes(15)))
struct BudgetSourceTests {
  /// `%` stands for text of any length and kind.
  static let service = [
    "%", "rules_version = '%';", "// %", "/* % */", "service firebase.storage { match /% { allow read; } }",
    "service firebase.storage { match /{%=**} { allow read; } }",
    "service firebase.storage { match /a { allow read: if '%' == '%' || %; } }",
    "service firebase.storage { match /a { allow read: if {'%': 1, '%': 2} == {'%': 1}; } }",
    "service firebase.storage { match /a { allow read: if 'a'.matches('%'); } }",
    "service firebase.storage { match /a { allow read: if /%/% == 1; } }",
  ]
  static let database = [
    "%", #"{"rules": %}"#, #"{"%": {}}"#, #"{"rules": {"%": {}}}"#, #"{"rules": {"$%": {".read": "$%"}}}"#,
    #"{"rules": {".%": true}}"#, #"{"rules": {".read": "%"}}"#, #"{"rules": {".read": "'%' == '%'"}}"#,
    #"{"rules": {".read": "'a'.matches(/%/)"}}"#, #"{"rules": {".read": "'a'.matches(/%(/)"}}"#,
    #"{"rules": {".indexOn": "%"}}"#, #"{"rules": {"$a%": {"$b%": {".read": "$c == 1"}}}}"#,
  ]

  private static func expectLinear(_ name: String, from bytes: Int = 8 << 10, _ compile: (Int) -> Void) {
    ProcessorTime.expectLinear(name) {
      compile(bytes)
    } long: {
      compile(16 * bytes)
    }
  }

  // Fails when the names of a location are told apart by a set of strings.
  @Test("sources of costly text are read in linear time", arguments: CostlyText.allCases)
  func sources(_ kind: CostlyText) {
    for template in Self.service {
      Self.expectLinear(template) { bytes in
        let parts = template.utf8.count { $0 == UInt8(ascii: "%") }
        _ = try? ServiceRules(template.replacing("%", with: kind.text(bytes / parts)))
      }
    }
    for template in Self.database {
      Self.expectLinear(template) { bytes in
        let text = String(Substring(JSONWriter.text(.string(kind.text(bytes))).utf8.dropFirst().dropLast()))
        _ = try? DatabaseRules(template.replacing("%", with: text))
      }
    }
  }

  // Fails when each block copies the functions of those around it, and when each unknown name looks through all.
  @Test("functions are known to many blocks without being copied")
  func scopes() {
    Self.expectLinear("blocks") { bytes in
      let functions = (0..<(bytes / 60)).map { "function f\($0)(){return 1;}" }.joined()
      let matches = (0..<(bytes / 90)).map { "match /a\($0){function g(){return 1;}}" }.joined()
      _ = try? ServiceRules("rules_version = '2'; \(functions) service firebase.storage {\(matches)}")
    }
    Self.expectLinear("unknown names") { bytes in
      let functions = (0..<(bytes / 60)).map { "function f\($0)(){return 1;}" }.joined()
      let calls = String(repeating: "q()||", count: bytes / 12) + "true"
      _ = try? ServiceRules(
        "rules_version = '2'; \(functions) service firebase.storage {match /a {allow read: if \(calls);}}")
    }
  }

  // Fails when every location keeps its path as text.
  @Test("locations below a long name are compiled in linear time")
  func paths() {
    // Copying takes so little time that only much of it shows.
    Self.expectLinear("locations", from: 32 << 10) { bytes in
      let members = (0..<(bytes / 24)).map { #""k\#($0)":{}"# }.joined(separator: ",")
      _ = try? DatabaseRules(
        #"{"rules": {"$\#(String(repeating: "a", count: bytes / 2))": {\#(members)}}}"#)
    }
  }

  // Fails when the place of each expression is counted from the start of its line.
  @Test("a report takes work linear to what was evaluated")
  func reports() throws {
    func time(_ bytes: Int) throws -> Double {
      let filler = String(repeating: "x", count: bytes)
      let condition = Array(repeating: "f(1)", count: 400).joined(separator: " || ")
      let content =
        "rules_version = '2'; function f(a) { return a == '\(filler)'; } "
        + "service firebase.storage { match /{all=**} { allow get: if \(condition); } }"
      let message: JSONValue = [
        "source": ["files": [["name": "storage.rules", "content": .string(content)]]],
        "testSuite": [
          "testCases": [["expectation": "DENY", "request": ["method": "get", "path": "/b/x/o/f"]]]
        ],
      ]
      let suite = try RulesTestSuite(message)
      return ProcessorTime.least {
        var suite = suite
        #expect(suite.result(0)["state"] == "SUCCESS")
      }
    }
    let base = try time(1 << 10)
    #expect(try time(128 << 10) <= 4 * max(base, 0.002))
  }

  // Fails when values are shown whole: lists in lists then stand in every line of the explanation.
  @Test("values are shown shortened")
  func shown() throws {
    let list = "[x, x, x, x, x, x]"
    let rules = try ServiceRules(
      "rules_version = '2'; function l(x) { return \(list); } service firebase.storage { match /{all=**} { "
        + "allow get: if l(l(l(l('\(String(repeating: "a", count: 80))')))) == 1; } }")
    let longest = rules.explain(Rules.get).explanation.rules.flatMap(\.visited).map(\.value.utf8.count).max()
    #expect(try #require(longest) <= 3_000)
  }
}
