import SecurityRules
import Testing

@Suite("What the compiler says")
struct IssueTests {
  // Fails when an issue's place is that within the expression and not that in the document.
  @Test("a mistake in database rules has its line, its column, a caret and a suggestion")
  func databasePlace() throws {
    let source = """
      {
        // Users
        "rules": {
          "users": {
            "$uid": {
              ".read": "auth.uid === \\"x\\" && $uuid === auth.uid"
            }
          }
        }
      }
      """
    let issue = try #require(
      Rules.issues { () throws(RulesCompilationError) in _ = try DatabaseRules(source) }.first)
    #expect((issue.line, issue.column) == (6, 41))
    #expect(issue.message == "Unknown variable '$uuid'.")
    #expect(issue.suggestion == "Did you mean '$uid'?")
    let lines = issue.excerpt.split(separator: "\n")
    #expect(lines[1] == String(repeating: " ", count: 40) + "^^^^^")
    #expect(issue.text.hasPrefix("6:41: error: Unknown variable '$uuid'.\n"))
    #expect(issue.text.hasSuffix("\nhelp: Did you mean '$uid'?"))
  }

  @Test("every mistake of a database document is told, not only the first")
  func all() {
    let issues = Rules.issues { () throws(RulesCompilationError) in
      _ = try DatabaseRules(#"{"rules": {".reed": true, ".write": "1 +", "$a": {}, "$b": {}, "a": 5}}"#)
    }
    #expect(issues.count == 4)
    #expect(issues[0].suggestion == "Did you mean '.read'?")
  }

  static let mistakes: [(source: String, line: Int, column: Int, message: String, suggestion: String?)] = [
    (
      "rules_version = '2';\nservice firebase.storage {\n  match /a {\n    allow read: if true\n  }\n}", 4,
      24,
      "Missing ';'.", "Add ';' here."
    ),
    (
      "rules_version = '2';\nservice firebase.storage {\n  /a { allow read; }\n}", 3, 3,
      "Missing 'match' keyword before path.", "Write 'match' before it."
    ),
    (
      "service firebase.storge { }", 1, 9, "There is no service 'firebase.storge'.",
      "Did you mean 'firebase.storage'?"
    ),
    (
      "service firebase.storage { match /a { allow reed; } }", 1, 45, "There is no method 'reed'.",
      "Did you mean 'read'?"
    ),
    (
      "service firebase.storage { match /a { allow read: if 'a\\d' == ''; } }", 1, 56,
      "The escape is not known.", "A backslash is written '\\\\'."
    ),
    (
      "service firebase.storage { match /a { allow read if true; } }", 1, 50, "Missing ':' before 'if'.",
      "Write 'allow read: if …;'."
    ),
    ("service firebase.storage { match /a { allow read; } ", 1, 53, "Missing '}' at the end.", nil),
  ]

  @Test("a mistake in the other rules has the same", arguments: mistakes)
  func servicePlace(
    _ mistake: (source: String, line: Int, column: Int, message: String, suggestion: String?)
  ) throws {
    let issues = Rules.issues { () throws(RulesCompilationError) in _ = try ServiceRules(mistake.source) }
    let issue = try #require(issues.first { $0.severity == .error })
    #expect((issue.line, issue.column) == (mistake.line, mistake.column))
    #expect(issue.message == mistake.message)
    #expect(issue.suggestion == mistake.suggestion)
    #expect(issue.excerpt.contains("^"))
  }

  @Test("a name that nothing has is a warning, and refuses when it is asked for")
  func warnings() throws {
    let rules = try ServiceRules(Rules.storage("request.atuh != null && isOwner() && 1 is integer"))
    #expect(
      rules.warnings.map(\.message).prefix(2) == [
        "Invalid variable name: request.atuh.", "Invalid function name: isOwner.",
      ])
    #expect(rules.warnings.first?.suggestion == "Did you mean 'auth'?")
    #expect(rules.warnings.count == 3 && rules.warnings.allSatisfy { $0.severity == .warning })
    #expect(!rules.allows(Rules.get))
  }
}
