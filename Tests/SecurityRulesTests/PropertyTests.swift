import Foundation
import IdentityWire
import SecurityRules
import Testing

/// Rules and requests of random parts, the same in every run.
@Suite("Random rules", .timeLimit(.minutes(15)))
struct PropertyTests {
  private static let names = ["a", "b", "ann", "$k", "$x", "users", "é"]
  private static let strings = ["''", "'a'", "'ann'", "'a/b'", "'\\u00e9'", "'10'"]

  static func databaseExpression(_ random: inout Seeded, depth: Int) -> String {
    let leaves = [
      "true", "false", "null", "0", "1.5", "-3", "now", "auth", "auth.uid", "auth.token.level", "data",
      "newData",
      "root", "$k", "query.orderByKey", "data.val()", "data.exists()", "newData.isString()",
    ]
    if depth == 0 { return random.number(3) == 0 ? random.pick(strings) : random.pick(leaves) }
    var part: String { databaseExpression(&random, depth: depth - 1) }
    switch random.number(14) {
    case 0: return "(\(part) && \(part))"
    case 1: return "(\(part) || \(part))"
    case 2: return "!\(part)"
    case 3: return "(\(part) \(random.pick(["==", "!=", "===", "!=="])) \(part))"
    case 4: return "(\(part) \(random.pick(["<", "<=", ">", ">="])) \(part))"
    case 5: return "(\(part) \(random.pick(["+", "-", "*", "/", "%"])) \(part))"
    case 6: return "(\(part) ? \(part) : \(part))"
    case 7: return "\(part).\(random.pick(["length", "uid", "token", "foo", "val", "exists"]))"
    case 8: return "\(part)[\(part)]"
    case 9: return "\(part).\(random.pick(["contains", "beginsWith", "child", "hasChild"]))(\(part))"
    case 10: return "\(part).\(random.pick(["val", "exists", "parent", "toLowerCase", "getPriority"]))()"
    case 11: return "\(part).replace(\(part), \(part))"
    case 12: return "\(part).hasChildren([\(part)])"
    default:
      return
        "\(part).matches(/\(random.pick(["a", "^a+$", "[^b]*", "(a|b)c?", "\\\\w{2,3}"]))/\(random.pick(["", "i"])))"
    }
  }

  static func json(_ random: inout Seeded, depth: Int) -> JSONValue {
    switch random.number(depth == 0 ? 6 : 9) {
    case 0: return .null
    case 1: return .bool(random.number(2) == 0)
    case 2: return .integer(Int64(bitPattern: random.next()))
    case 3: return .double(Double(random.number(1000)) / 7)
    case 4: return .string(random.pick(["", "a", "ann", "é", "a/b"]))
    case 5: return ["\(random.pick([".sv", ".value", ".priority"]))": "timestamp"]
    case 6: return .array((0..<random.number(4)).map { _ in json(&random, depth: depth - 1) })
    default:
      let members = (0..<random.number(4)).map { _ in (random.pick(names), json(&random, depth: depth - 1)) }
      return .object(Dictionary(members, uniquingKeysWith: { $1 }))
    }
  }

  static func auth(_ random: inout Seeded) -> RulesAuth? {
    random.number(3) == 0
      ? nil
      : RulesAuth(
        uid: "ann",
        token: [
          "level": json(&random, depth: 1), "a": json(&random, depth: 2), "firebase": json(&random, depth: 2),
        ])
  }

  // It would crash, or not come to an end, when an expression that passed the checks could not be evaluated.
  @Test(
    "database rules are refused or give an answer, and the same one when they explain it",
    arguments: 0..<seeds)
  func database(_ seed: UInt64) throws {
    var random = Seeded(seed)
    var compiled = 0
    for _ in 0..<2_000 {
      let depth = random.number(5)
      var expression: String { Self.databaseExpression(&random, depth: depth) }
      let document: JSONValue = [
        "rules": [
          "users": [
            "$k": [
              ".read": .string("\(expression) == \(expression)"), ".write": .string("\(expression) == null"),
              ".validate": .string(expression), "b": [".validate": .string("!(\(expression) == 1)")],
            ]
          ]
        ]
      ]
      guard let rules = try? DatabaseRules(JSONWriter.text(document)) else { continue }
      compiled += 1
      let operations: [DatabaseRequest.Operation] = [
        .read, .delete, .write(Self.json(&random, depth: 3)),
        .update(["users/a": Self.json(&random, depth: 2), "users/b": Self.json(&random, depth: 2)]),
      ]
      for operation in operations {
        var path = random.pick(["/", "/users", "/users/a", "/users/a/b", "//users/é/", "/a.b"])
        if case .update = operation { path = "/" }
        let data = (try? DatabaseData(Self.json(&random, depth: 4))) ?? DatabaseData()
        let request = DatabaseRequest(
          operation, path: path, auth: Self.auth(&random), data: data, time: 1_700_000_000_000)
        #expect(rules.allows(request) == rules.explain(request).isAllowed)
      }
    }
    #expect(compiled > 20, "the generator makes rules that pass")
  }

  static func condition(_ random: inout Seeded, depth: Int) -> String {
    let leaves = [
      "true", "false", "null", "0", "-7", "2.5", "9223372036854775807", "'a'", "''", "'[a-z]*'", "x", "rest",
      "request", "request.auth", "request.auth.uid", "request.auth.token", "request.path", "request.time",
      "request.method", "resource", "request.resource", "resource.size", "resource.metadata",
      "[1, 'a', null]",
      "{'a': 1}", "/a/b", "nothing",
    ]
    if depth == 0 { return random.pick(leaves) }
    var part: String { condition(&random, depth: depth - 1) }
    switch random.number(14) {
    case 0: return "(\(part) && \(part))"
    case 1: return "(\(part) || \(part))"
    case 2: return "\(random.pick(["!", "-"]))\(part)"
    case 3: return "(\(part) \(random.pick(["==", "!=", "<", "<=", ">", ">=", "in"])) \(part))"
    case 4: return "(\(part) is \(random.pick(["int", "string", "list", "map", "path", "foo"])))"
    case 5: return "(\(part) \(random.pick(["+", "-", "*", "/", "%"])) \(part))"
    case 6: return "(\(part) ? \(part) : \(part))"
    case 7: return "\(part)[\(part)]"
    case 8: return "\(part)[\(part):\(part)]"
    case 9: return "[\(part), \(part)]"
    case 10: return "{'a': \(part), 'b': \(part)}"
    case 11: return "f(\(part), \(part))"
    case 12: return "\(call(&random))(\((0..<random.number(4)).map { _ in part }.joined(separator: ", ")))"
    default:
      let arguments = (0..<random.number(3)).map { _ in part }.joined(separator: ", ")
      return "\(part).\(random.pick(methods))(\(arguments))"
    }
  }

  private static let methods = [
    "size", "keys", "values", "get", "diff", "addedKeys", "affectedKeys", "concat", "hasAll", "hasAny",
    "hasOnly",
    "join", "removeAll", "toSet", "union", "difference", "intersection", "lower", "upper", "trim", "matches",
    "replace", "split", "toUtf8", "date", "time", "year", "dayOfWeek", "toMillis", "seconds", "nanos", "bind",
    "toBase64", "toHexString", "distance", "latitude", "nothing",
  ]

  private static func call(_ random: inout Seeded) -> String {
    random.pick([
      "int", "float", "string", "path", "debug", "math.abs", "math.round", "math.pow", "math.sqrt",
      "timestamp.date",
      "timestamp.value", "duration.value", "duration.time", "duration.abs", "latlng.value", "hashing.md5",
      "hashing.crc32c", "firestore.get", "firestore.exists", "nothing",
    ])
  }

  // Fails (by a crash) when a method with too few arguments is called.
  @Test(
    "the other rules are refused or give an answer, and the same one when they explain it",
    arguments: 0..<seeds)
  func service(_ seed: UInt64) throws {
    var random = Seeded(seed &+ 1_000)
    var compiled = 0
    for _ in 0..<100 {
      let depth = random.number(5)
      let source = """
        rules_version = '2';
        service firebase.storage {
          function f(p, q) { let r = p; let s = \(Self.condition(&random, depth: 1)); return [r, q, s]; }
          match /{x}/{rest=**} {
            allow read: if \(Self.condition(&random, depth: depth)) == \(Self.condition(&random, depth: depth));
            allow write: if \(Self.condition(&random, depth: depth));
          }
        }
        """
      guard let rules = try? ServiceRules(source) else { continue }
      compiled += 1
      for method in ServiceRequest.Method.allCases {
        let stored = Self.json(&random, depth: 3).objectValue.map { RulesResource(storage: $0) }
        let request = ServiceRequest(
          method, path: random.pick(["/", "/b/x/o/f", "/b", "//b//é"]), auth: Self.auth(&random),
          time: Date(timeIntervalSince1970: Double(random.number(2_000_000_000))), resource: stored,
          newResource: stored)
        let documents = RulesDocuments { _, path in
          path.utf8.count % 2 == 0 ? .missing : .document(RulesResource(id: "x", data: ["a": 1]))
        }
        let answer = rules.explain(request, documents: documents).explanation.isAllowed
        #expect(rules.allows(request, documents: documents) == answer)
      }
    }
    #expect(compiled > 20, "the generator makes rules that pass")
  }

  // Fails (by a crash) when either scanner looks past the end (each alone).
  @Test("rules with a stretch cut out or doubled are refused or compiled", arguments: 0..<10)
  func mutations(_ seed: UInt64) throws {
    var random = Seeded(seed &+ 2_000)
    let sources = try RulesCaseFileTests.cases("shared.json").map(\.rules)
    for _ in 0..<300 {
      var bytes = Array(random.pick(sources).utf8)
      for _ in 0...random.number(3) where !bytes.isEmpty {
        let start = random.number(bytes.count)
        let end = min(bytes.count, start + 1 + random.number(8))
        switch random.number(3) {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: bytes[start..<end], at: random.number(bytes.count))
        default: bytes[start] = UInt8(truncatingIfNeeded: random.next())
        }
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if let rules = try? DatabaseRules(text) { _ = rules.allows(Rules.read) }
      if let rules = try? ServiceRules(text) { _ = rules.allows(Rules.get) }
    }
  }
}
