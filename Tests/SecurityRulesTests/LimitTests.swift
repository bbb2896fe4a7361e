import Foundation
import IdentityWire
import SecurityRules
import Testing

/// The author of rules may attack the server that evaluates them.
@Suite("Hostile rules", .timeLimit(.minutes(15)))
struct LimitTests {
  static let nested: [(String, Int)] = [
    ("(", 20_000), ("!", 20_000), ("-", 20_000), ("[", 20_000), ("a[", 20_000), ("f(", 20_000),
    ("{'a':", 20_000),
    ("true ? ", 20_000), ("/$(", 20_000), ("'a'.matches(", 10_000),
  ]

  // Fails (by a crash) when expressions may nest a million deep.
  @Test("expressions nested deeply are refused by both parsers", arguments: nested)
  func nesting(_ part: String, _ count: Int) {
    let text = String(repeating: part, count: count)
    #expect(
      !Rules.issues { () throws(RulesCompilationError) in _ = try DatabaseRules(Rules.database(text)) }
        .isEmpty)
    #expect(
      !Rules.issues { () throws(RulesCompilationError) in _ = try ServiceRules(Rules.storage(text)) }.isEmpty)
  }

  // Fails (by a crash) when a chain of operators becomes a tree as deep as the chain is long.
  @Test(
    "long chains of operators are refused or evaluated, without a deep stack",
    arguments: ["+", "-", "*", "=="])
  func chains(_ symbol: String) {
    let text = "1" + String(repeating: " \(symbol) 1", count: 20_000)
    #expect(
      !Rules.issues { () throws(RulesCompilationError) in _ = try DatabaseRules(Rules.database(text)) }
        .isEmpty)
    #expect(
      !Rules.issues { () throws(RulesCompilationError) in _ = try ServiceRules(Rules.storage(text)) }.isEmpty)
  }

  @Test("a long || is evaluated")
  func longOr() throws {
    let text = String(repeating: "1 == 2 || ", count: 10_000) + "true"
    #expect(try DatabaseRules(Rules.database(text)).allows(Rules.read))
    let shorter = String(repeating: "1 == 2 || ", count: 900) + "true"
    #expect(try ServiceRules(Rules.storage(shorter)).allows(Rules.get))
    #expect(try !ServiceRules(Rules.storage(text)).allows(Rules.get), "the limit of a thousand expressions")
  }

  @Test("sources over the limit are refused before they are read")
  func size() {
    let space = String(repeating: " ", count: ServiceRules.maximumBytes)
    let issues = Rules.issues { () throws(RulesCompilationError) in
      _ = try ServiceRules(Rules.storage("true") + space)
    }
    #expect(issues.first?.message == "The rules are larger than 262144 bytes.")
    let database = Rules.issues { () throws(RulesCompilationError) in
      _ = try DatabaseRules(Rules.database("true") + String(repeating: " ", count: 1 << 20))
    }
    #expect(database.first?.message == "The rules are larger than 1048576 bytes.")
  }

  @Test("match blocks nest ten deep at most, and documents of rules not without end")
  func blocks() {
    let matches = { (count: Int) in
      "service firebase.storage { " + String(repeating: "match /a { ", count: count)
        + String(repeating: "} ", count: count) + "}"
    }
    #expect(Rules.issues { () throws(RulesCompilationError) in _ = try ServiceRules(matches(10)) }.isEmpty)
    for count in [11, 20_000] {
      #expect(
        !Rules.issues { () throws(RulesCompilationError) in _ = try ServiceRules(matches(count)) }.isEmpty)
    }
    for part in [#"{"a":"#, "["] {
      let text = #"{"rules":"# + String(repeating: part, count: 100_000)
      #expect(!Rules.issues { () throws(RulesCompilationError) in _ = try DatabaseRules(text) }.isEmpty)
    }
  }

  static let costly = [
    // Each function doubles what it is given.
    "d1('aaaaaaaaaaaaaaaa').size() > 0 || true", "l1([1, 2]).size() > 0 || true",
    // Each list holds the one before twice: as small as it is, it is too large to look through.
    "n1([1]) == n1([1]) || true", "n1([1]) in [n1([1])] || true",
    // Patterns that take a number of steps beyond bounds where each is tried alone.
    "d1('a').matches('(a?){200}(a*)*b') || true",
    "d1('a').replace('', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa').size() > 0 || true",
    "d1('ab').split('').toSet().size() > 0 || true",
  ]

  // Fails when WorkBudget has ten times as many steps: then looking through the lists takes 20 s, which it does in 2 s
  // in a debug build. Not when the size of values is unbounded: making them costs steps, too.
  @Test("values that grow, and patterns that take long, end", arguments: costly)
  func growth(_ condition: String) throws {
    var functions = ""
    for level in 1...18 {
      let next = level == 18 ? "" : "\(level + 1)"
      let call = { (name: String, value: String) in level == 18 ? value : "\(name)\(next)(\(value))" }
      functions += "function d\(level)(a) { let b = a + a; return \(call("d", "b + b")); } "
      functions += "function l\(level)(a) { let b = a.concat(a); return \(call("l", "b.concat(b)")); } "
      functions += "function n\(level)(a) { let b = [a, a]; return \(call("n", "[b, b]")); } "
    }
    let rules = try ServiceRules(
      functions + "service firebase.storage { match /{a=**} { allow read: if \(condition); } }")
    let start = Self.seconds()
    _ = rules.allows(Rules.get)
    #expect(Self.seconds() - start < 10)
  }

  /// What this thread has computed: however busy the machine is with other things, that is the same.
  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test("database rules whose strings grow end", arguments: [10, 40])
  func databaseGrowth(_ count: Int) throws {
    let grow = String(repeating: ".replace('a', 'aaaaaaaaaa')", count: count)
    #expect(try !DatabaseRules(Rules.database("'a'\(grow).length > 0 || true")).allows(Rules.read))
  }

  @Test(
    "patterns that would become too large are refused",
    arguments: ["(a{1000}){1000}", "((a{0}){1000}){1000}"])
  func patterns(_ pattern: String) {
    let issues = Rules.issues { () throws(RulesCompilationError) in
      _ = try DatabaseRules(Rules.database("'a'.matches(/\(pattern)/)"))
    }
    #expect(issues.first?.message == "The regular expression is not valid: pattern too large.")
  }
}
