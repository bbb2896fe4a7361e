import IdentityWire
import Testing

@testable import SecurityRules

/// What a request costs before a condition is evaluated, and what an answer repeats, with as many blocks as rules may have.
@Suite("Work of blocks", .timeLimit(.minutes(15)))
struct BudgetBlockTests {
  /// All of the path is compared with each block, and the last segment is another.
  private static func blocks(_ last: String = "/b", count: Int = 12_000) -> String {
    "rules_version = '2'; service firebase.storage { match \(String(repeating: "/a", count: 98)) { "
      + String(repeating: "match \(last){allow get;}", count: count) + " } }"
  }

  private static let path = String(repeating: "/a", count: 99)

  /// Conditions without an expression that counts, each of which fails.
  private static let conditions =
    "rules_version = '2'; service firebase.storage { match /{p=**} { "
    + String(repeating: "allow get:if 1;", count: 15_000) + " } }"

  private static func steps(_ content: String, _ path: String) throws -> (spent: Int, isAllowed: Bool) {
    let rules = try ServiceRules(content)
    let request = ServiceRequest(.get, path: path, auth: nil, time: .init(timeIntervalSince1970: 0))
    var budget = WorkBudget()
    let answer = rules.explain(request, service: .storage, documents: .none, budget: &budget)
    return (WorkBudget.standard - budget.remaining, answer.explanation.isAllowed)
  }

  private static func suite(_ content: String, _ path: String, cases: Int) throws -> RulesTestSuite {
    let test: JSONValue = ["expectation": "DENY", "request": ["method": "get", "path": .string(path)]]
    return try RulesTestSuite([
      "source": ["files": [["name": "storage.rules", "content": .string(content)]]],
      "testSuite": ["testCases": .array(Array(repeating: test, count: cases))],
    ])
  }

  // Fails when blocks are compared with a path, or conditions are evaluated, without asking the budget (each alone).
  @Test("each segment that is compared counts, and each condition")
  func counted() throws {
    let compared = try Self.steps(Self.blocks(), Self.path)
    #expect(compared.spent >= 12_000 * 99 / 4 && !compared.isAllowed)
    let evaluated = try Self.steps(Self.conditions, "/b/x/o/y")
    #expect(evaluated.spent >= 15_000 && !evaluated.isAllowed)
  }

  // Fails when a request goes on to the next block although its work is done.
  @Test("a request whose budget ends is refused, and the answer says why")
  func exhausted() throws {
    let rules = try ServiceRules(Self.blocks("/{b}", count: 10))
    let request = ServiceRequest(.get, path: Self.path, auth: nil, time: .init(timeIntervalSince1970: 0))
    var budget = WorkBudget(10)
    let refused = rules.explain(request, service: .storage, documents: .none, budget: &budget)
    #expect(!refused.explanation.isAllowed)
    #expect(refused.explanation.reason == "The rules ask for too much work.")
    #expect(rules.allows(request))
  }

  // Fails when every case has a budget of its own.
  @Test("the cases of a suite have one budget together, and the answer says when it ends")
  func cases() throws {
    var suite = try Self.suite(Self.blocks("/{b}", count: 10), Self.path, cases: 2)
    // Enough for one.
    suite.remainingSteps = 200
    #expect(suite.result(0)["state"] == "FAILURE")
    let refused = suite.result(1)
    #expect(refused["state"] == "SUCCESS")
    #expect(refused["debugMessages"] == ["The rules ask for too much work. for 'get'"])
  }

  // Fails when the messages of an answer are not counted: each condition that fails leaves one, in every case.
  @Test("the messages of an answer are bounded")
  func messages() throws {
    var suite = try Self.suite(Self.conditions, "/b/x/o/y", cases: 5)
    var bytes = 0
    for index in 0..<suite.count {
      var result = suite.result(index).objectValue ?? [:]
      #expect(result["state"] == "SUCCESS" && result["errorPosition"] != nil)
      result["visitedExpressions"] = nil
      bytes += JSONWriter.text(.object(result)).utf8.count
    }
    #expect(bytes < 7 << 19, "\(bytes) bytes")
  }
}
