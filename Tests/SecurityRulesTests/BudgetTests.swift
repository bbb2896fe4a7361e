import Foundation
import IdentityWire
import Testing

@testable import SecurityRules

/// What a user sends stands in rules as text of any length and kind.
@Suite("Work of rules", .timeLimit(.minutes(15)))
struct BudgetTests {
  /// Every operation on text, on `t` and the equal `u`, and on the maps `m` and `n` that hold it as a key.
  static let serviceOperations = [
    "t == u", "t != u", "t < u", "t + u == u + t", "t in [u + 'a', u + 'b', u]", "[t] == [u]",
    "{'a': t} == {'a': u}",
    "[t, u, t].toSet() == [u].toSet()", "t in m", "m[t]", "m.get(t, 1)", "m == n", "m.diff(n).affectedKeys()",
    "m.diff(n) == n.diff(m)", "m.keys()", "m.keys().hasAll(n.keys())", "t.size()", "t.lower()", "t.upper()",
    "t.trim()",
    "t.toUtf8()", "t.toUtf8().size()", "t.toUtf8() == u.toUtf8()", "t.toUtf8()[0:5]", "t.toUtf8().toBase64()",
    "t.toUtf8().toHexString()", "t.matches('.*x')", "t.matches('(?i).*[^\\\\pL]')", "t.matches(u)",
    "'a'.matches(t)",
    "t.replace('a', 'b')", "t.replace('.', 'b')", "t.replace('', 'b')", "t.replace('(?s).', u)",
    "t.replace('.|\\n', t)",
    "t.split('')", "t.split('.')", "t.split('x')", "t.split('').join(',')", "t.split('').toSet()",
    "t.split('').hasAll(u.split(''))", "t.split('')[0:5]", "t.split('').concat(u.split(''))",
    "t.split('').removeAll(['x'])", "t.split('').removeAll([])", "t.split('').hasAny([])", "[t, u].join(t)",
    "[t, u].hasOnly([u])",
    "[t].toSet().union([u].toSet())", "[t].toSet().intersection([u].toSet())", "int(t)", "float(t)",
    "string(t)",
    "path(t)", "path(t)[0]", "path(t) == path(u)", "path(t).bind({'a': 'b'})", "string(path(t))",
    "path(t.replace('(?s).', 'a/'))", "/a/$(t)", "/a/$(t) == /a/$(u)", "t[0]", "t[5:7]", "debug(t)",
    "firestore.get(/databases/a/documents/$(t))", "firestore.exists(path(t))", "hashing.md5(t)",
    "hashing.sha256(t)",
    "hashing.crc32(t)", "hashing.crc32c(t)", "hashing.sha256(t.toUtf8())", "t is string",
  ]

  /// Texts that bytes tell apart at their ends only. The dictionaries that a request comes in cannot take marks.
  static func keys(_ kind: CostlyText, _ bytes: Int) -> [String] {
    let text = Array((kind == .marks ? .letters : kind).text(bytes).utf8)
    return (0..<4).map { String(decoding: text + [0x41 + UInt8($0)], as: UTF8.self) }
  }

  static func request(_ kind: CostlyText, _ bytes: Int) -> ServiceRequest {
    let first = kind.text(bytes)
    let second = kind.text(bytes)
    var keys: [String: JSONValue] = [:]
    for key in Self.keys(kind, bytes) { keys[key] = 1 }
    let auth = RulesAuth(
      uid: "ann",
      token: ["t": .string(first), "u": .string(second), "m": .object(keys), "n": .object(keys)])
    return ServiceRequest(
      .get, path: "/b/bkt/o/f", auth: auth, time: Date(timeIntervalSince1970: 0))
  }

  /// A condition that asks for a value and comes to false, however the value is.
  static func rules(_ operation: String, times: Int = 1) throws -> ServiceRules {
    let part =
      "[f(request.auth.token.t, request.auth.token.u, request.auth.token.m, request.auth.token.n)] == 1"
    let condition = Array(repeating: part, count: times).joined(separator: " || ")
    return try ServiceRules(
      "rules_version = '2'; function f(t, u, m, n) { return \(operation); } "
        + "service firebase.storage { match /{all=**} { allow get: if \(condition); } }")
  }

  // Fails when a result is measured anew for each match of `replace`, when `trim` divides text into characters, and
  // when `firestore.exists` looks paths up in a dictionary of texts.
  @Test("the work of an operation grows no faster than its text", arguments: CostlyText.allCases)
  func growth(_ kind: CostlyText) throws {
    let small = Self.request(kind, 4 << 10)
    let large = Self.request(kind, 64 << 10)
    for operation in Self.serviceOperations {
      let rules = try Self.rules(operation)
      ProcessorTime.expectLinear(operation) {
        _ = rules.explain(small)
      } long: {
        _ = rules.explain(large)
      }
    }
  }

  // Fails when an operation is left out of the budget: seventy of it then take as long as seventy times one.
  @Test(
    "many operations on long texts end together when the budget does",
    arguments: [CostlyText.letters, .marks, .capitals])
  func together(_ kind: CostlyText) throws {
    let request = Self.request(kind, 512 << 10)
    for operation in Self.serviceOperations {
      let rules = try Self.rules(operation, times: 70)
      let time = ProcessorTime.least(of: 1) {
        // A fraction of what a request has, for the sake of the tests' time.
        var budget = WorkBudget(WorkBudget.standard / 40)
        _ = rules.explain(request, service: .storage, documents: .none, budget: &budget)
      }
      #expect(time < 0.3, "\(operation): \(time) s")
    }
  }

  static let databaseOperations = [
    "%t == %u", "%t != %u", "%t < %u", "%t + %u == %u + %t", "%t.length == 5", "%t['length'] == 5",
    "%t.contains(%u)", "%t.contains(%u + 'x')", "%t.contains('x')",
    "%t.beginsWith(%u)", "%t.endsWith(%u)", "%t.replace('a', 'b') == %u", "%t.replace(%u, 'b') == %u",
    "%t.replace('a', %u) == %u",
    "%t.toLowerCase() == %u", "%t.toUpperCase() == %u", "%t.matches(/x$/)", "%t.matches(/(a|b|.)*x/i)",
    "%m == %n", "%m[%t] == 1",
    "data.child(%t).exists()", "data.hasChild(%t)", "data.hasChildren([%t, %u])",
    "data.child(%t).parent().exists()",
    "data.child(%t.replace('a', 'a/')).exists()", "data.hasChild(%t.replace('a', 'a/'))",
    "data.child(%t.replace('a', '/')).exists()", "root.child(%t).child(%t).exists()",
    "auth.token[%t] == null",
    "data.child('x').val() == data.child('y').val()",
  ]

  static func databaseRequest(_ kind: CostlyText, _ bytes: Int) throws -> DatabaseRequest {
    let first = kind.text(bytes)
    var keys: [String: JSONValue] = [:]
    for key in Self.keys(kind, bytes) { keys[key] = 1 }
    let auth = RulesAuth(
      uid: "ann",
      token: ["t": .string(first), "u": .string(kind.text(bytes)), "m": .object(keys), "n": .object(keys)])
    let data = try DatabaseData(["x": ["a": .string(first)], "y": ["a": .string(kind.text(bytes))]])
    return DatabaseRequest(.read, path: "/", auth: auth, data: data, time: 0)
  }

  /// `%` stands for the token.
  static func databaseRules(_ operation: String, times: Int = 1) throws -> DatabaseRules {
    let expression = operation.replacing("%", with: "auth.token.")
    return try DatabaseRules(
      Rules.database(Array(repeating: "(\(expression)) == null", count: times).joined(separator: " || ")))
  }

  // Fails when `replace` asks for the size of its result by counting.
  @Test("the work of a database's operation grows no faster than its text", arguments: CostlyText.allCases)
  func databaseGrowth(_ kind: CostlyText) throws {
    let small = try Self.databaseRequest(kind, 4 << 10)
    let large = try Self.databaseRequest(kind, 64 << 10)
    for operation in Self.databaseOperations {
      let rules = try Self.databaseRules(operation)
      ProcessorTime.expectLinear(operation) {
        _ = rules.explain(small)
      } long: {
        _ = rules.explain(large)
      }
    }
  }

  // Fails when an operation is left out of the budget.
  @Test("many operations of a database on long texts end together", arguments: [CostlyText.joinedEmoji])
  func databaseTogether(_ kind: CostlyText) throws {
    let request = try Self.databaseRequest(kind, 512 << 10)
    for operation in Self.databaseOperations {
      let rules = try Self.databaseRules(operation, times: 500)
      let time = ProcessorTime.least(of: 1) { _ = rules.allows(request) }
      #expect(time < 5, "\(operation): \(time) s")
    }
  }

  // Fails by a crash when a path has as many snapshots as it has keys: letting go of the last one goes through all.
  @Test("a path deeper than data has no snapshot")
  func deepPath() throws {
    let path = String(repeating: "a/", count: 400_000)
    let auth = RulesAuth(uid: "ann", token: ["t": .string(path)])
    let request = DatabaseRequest(
      .read, path: "/", auth: auth, data: try DatabaseData(["a": ["a": 1]]), time: 0)
    #expect(try !DatabaseRules(Rules.database("!data.child(auth.token.t).exists()")).allows(request))
    #expect(try DatabaseRules(Rules.database("!data.hasChild(auth.token.t)")).allows(request))
    let chain = String(repeating: ".child('a/a/a/a/a/a/a/a/a/a')", count: 3)
    #expect(try DatabaseRules(Rules.database("!data\(chain).exists()")).allows(request))
    #expect(try !DatabaseRules(Rules.database("!data\(chain).child('a/a/a').exists()")).allows(request))
  }

  // Fails when each path of an update copies all children that the ones before made, or has a budget of its own.
  @Test("an update of many paths takes work linear to them")
  func update() throws {
    let rules = try DatabaseRules(#"{"rules": {".write": true, "$k": {".validate": "newData.isNumber()"}}}"#)
    func time(_ count: Int) -> Double {
      let paths = (0..<count).map { ("k\($0)", JSONValue.integer(1)) }
      let request = DatabaseRequest(
        .update(Dictionary(paths, uniquingKeysWith: { $1 })), path: "/", auth: nil, time: 0)
      return ProcessorTime.least { #expect(rules.allows(request)) }
    }
    let base = time(2_000)
    #expect(time(32_000) <= 32 * max(base, 0.001))
    let costly = try DatabaseRules(
      #"{"rules": {".write": true, "$k": {".validate": "newData.val().matches(/(a|b|.)*x/)"}}}"#)
    let text = JSONValue.string(String(repeating: "a", count: 100_000) + "x")
    let paths = (0..<50).map { ("k\($0)", text) }
    let request = DatabaseRequest(
      .update(Dictionary(paths, uniquingKeysWith: { $1 })), path: "/", auth: nil, time: 0)
    #expect(!costly.allows(request))
  }
}
