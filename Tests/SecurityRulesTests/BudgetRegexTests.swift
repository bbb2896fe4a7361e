import Foundation
import IdentityWire
import Testing

@testable import SecurityRules

/// A pattern's places that read nothing cost as much as those that read a character.
@Suite("Work of patterns", .timeLimit(.minutes(15)))
struct BudgetRegexTests {
  /// Each of these does thousands of things at every character.
  static let patterns = [
    "(|){1000}", "(|||||||||||||||||||||||||||||||||||||||||||||||||)*x", "((a|b)?){300}x",
    // Nothing that these find ends the search.
    "(|){1000}y", "(\\b|\\B|^|$){390}y",
    "[" + (0..<2_000).compactMap { Unicode.Scalar(0x4E00 + 2 * $0).map { String(Character($0)) } }.joined()
      + "]*x",
    "[\\PL\\PN\\PS\\PM\\PZ]*x", "(?i)[\\x{4E00}-\\x{4E01}\\x{5E00}]*x", "(?i)\\x{130}*\\x{131}x",
    "(x+x+)+y", "x*y|x", "(x|xx|xxx)*y",
  ]

  /// With a fraction of what a request may do, for the sake of the tests' time.
  private static func time(_ rules: ServiceRules, _ request: ServiceRequest) -> Double {
    ProcessorTime.least(of: 1) {
      var budget = WorkBudget(WorkBudget.standard / 40)
      _ = rules.explain(request, service: .storage, documents: .none, budget: &budget)
    }
  }

  // Fails when the budget counts only the places that read a character.
  @Test("patterns with many places end when the budget does", arguments: patterns)
  func places(_ pattern: String) throws {
    // Otherwise nothing is done at all.
    #expect(throws: Never.self) { try RulesRegex(pattern) }
    let text = String(repeating: "x\u{130}\u{2}", count: 100_000)
    let auth = RulesAuth(uid: "ann", token: ["t": .string(text), "p": .string(pattern)])
    let request = ServiceRequest(.get, path: "/b/bkt/o/f", auth: auth, time: Date(timeIntervalSince1970: 0))
    for call in [
      "matches(request.auth.token.p)", "split(request.auth.token.p)", "replace(request.auth.token.p, 'yy')",
    ] {
      let condition = Array(repeating: "[request.auth.token.t.\(call)] == 1", count: 20).joined(
        separator: " || ")
      let rules = try ServiceRules(Rules.storage(condition))
      let time = Self.time(rules, request)
      #expect(time < 0.3, "\(call): \(time) s")
    }
  }

  // Fails when the name of a category is measured in characters: marks without end are one.
  @Test(
    "patterns made of costly text are read in linear time",
    arguments: ["\\p{L%}", "[[:al%:]]", "(?P<a%>x)", "\\x{4%}", "\\Q%\\E", "[%]", "%{2}", "(?%)", "\\%"])
  func reading(_ template: String) throws {
    for kind in CostlyText.allCases {
      let pattern = template.replacing("%", with: kind.text(9_900))
      let auth = RulesAuth(uid: "ann", token: ["p": .string(pattern)])
      let request = ServiceRequest(.get, path: "/b/bkt/o/f", auth: auth, time: Date(timeIntervalSince1970: 0))
      let condition = Array(repeating: "'a'.matches(request.auth.token.p)", count: 300).joined(
        separator: " || ")
      let rules = try ServiceRules(Rules.storage(condition))
      let time = Self.time(rules, request)
      #expect(time < 0.3, "\(kind): \(time) s")
    }
  }
}
