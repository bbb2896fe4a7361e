import Foundation
import Testing

@Suite("latchkey rules", .timeLimit(.minutes(15)))
struct RulesCommandTests {
  private static let rules = """
    rules_version = '2';
    service firebase.storage {
      match /b/{bucket}/o/notes/{uid} {
        allow read: if request.auth.uid == uid;
      }
    }
    """

  private static func file(_ scratch: Scratch, _ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: scratch.url(name))
    return scratch.url(name).path
  }

  @Test("check tells the place of a mistake, and that there is none")
  func check() async throws {
    let scratch = try Scratch()
    let good = try Self.file(scratch, "good.rules", Self.rules)
    let outcome = try await Program.run("rules", "check", good)
    #expect(outcome.status == 0 && outcome.output == "\(good) has no errors.\n")

    let bad = try Self.file(scratch, "bad.rules", Self.rules.replacing("uid;", with: "uid"))
    let refused = try await Program.run("rules", "check", bad)
    #expect(refused.status == 1)
    #expect(refused.output.hasPrefix("\(bad):4:43: error: Missing ';'.\n    allow read: if"))
    #expect(refused.error == "latchkey: \(bad) has an error.\n")

    let document = try Self.file(
      scratch, "db.json", #"// rules"# + "\n" + #"{"rules": {".read": "ath != null"}}"#)
    let unknown = try await Program.run("rules", "check", document)
    #expect(unknown.status == 1 && unknown.output.contains(":2:22: error: Unknown variable 'ath'."))
    #expect(unknown.output.contains("help: Did you mean 'auth'?"))

    let warned = try Self.file(scratch, "warned.rules", Self.rules.replacing("auth.uid", with: "auht.uid"))
    let warning = try await Program.run("rules", "check", warned)
    #expect(warning.status == 0 && warning.output.contains("warning: Invalid variable name: request.auht."))
  }

  @Test("test says which expression decided, and fails when one case does")
  func test() async throws {
    let scratch = try Scratch()
    let rules = try Self.file(scratch, "a.rules", Self.rules)
    let request = #""request": {"method": "get", "path": "/b/x/o/notes/ann", "auth": {"uid": "ann"}}"#
    let cases = try Self.file(
      scratch, "cases.json",
      #"[{"name": "own", "expect": "allow", \#(request)}, {"name": "other", "expect": "deny", \#(request)}]"#)
    let outcome = try await Program.run("rules", "test", rules, cases)
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains("ok    own\n      allowed: allow read of /b/{bucket}/o/notes/{uid} is true."))
    #expect(outcome.output.contains("  4:20 allow read of /b/{bucket}/o/notes/{uid}: true"))
    #expect(outcome.output.contains("FAIL  other: expected deny"))
    #expect(outcome.output.hasSuffix("1 passed, 1 failed\n"))
  }

  @Test("explain shows every expression with its value")
  func explain() async throws {
    let scratch = try Scratch()
    let rules = try Self.file(scratch, "a.rules", Self.rules)
    let outcome = try await Program.run(
      ["rules", "explain", rules, "-"], input: #"{"method": "get", "path": "/b/x/o/notes/ann", "auth": null}"#
    )
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("DENY\n"))
    #expect(outcome.output.contains("request.auth  =>  null"))
    #expect(outcome.output.contains("request.auth.uid  =>  error: Null value error: null has no members."))
  }

  @Test("cases runs cases with rules of their own")
  func cases() async throws {
    let scratch = try Scratch()
    let entry = { (name: String, expect: String) in
      #"{"language": "database", "name": "\#(name)", "rules": {"rules": {".read": true}}, "#
        + #""request": {"method": "read", "path": "/"}, "expect": "\#(expect)"}"#
    }
    let good = try Self.file(scratch, "good.json", "[\(entry("one", "allow"))]")
    let outcome = try await Program.run("rules", "cases", good)
    #expect(outcome.status == 0 && outcome.output == "1 passed, 0 failed\n")
    let bad = try Self.file(scratch, "bad.json", "[\(entry("one", "allow")), \(entry("two", "deny"))]")
    let failed = try await Program.run("rules", "cases", bad)
    #expect(failed.status == 1)
    #expect(failed.output == "FAIL two: expected deny, got allow: .read of / is true.\n1 passed, 1 failed\n")
    let missing = try await Program.run("rules", "cases", scratch.url("none").path)
    #expect(missing.status == 1 && missing.error.contains("cannot be read"))
  }
}
