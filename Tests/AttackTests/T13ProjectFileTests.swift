import Foundation
import Identity
import IdentityWire
import Operations
import Settings
import TestSupport
import Testing

@Suite("T13: project files that explode or lead elsewhere", .fewAtOnce)
struct T13ProjectFileTests {
  private static func read(_ text: String) throws -> ProjectFile {
    try ProjectFile(text: text, name: "projects.yaml")
  }

  /// The files that are refused before anything is looked up.
  private static let bombs: [(name: String, text: String)] = [
    (
      "a huge one",
      "version: 1\nprojects:\n  a:\n    displayName: \"" + String(repeating: "x", count: 17 << 20) + "\"\n"
    ),
    ("nested lists", String(repeating: "[", count: 100_000)),
    (
      "nested mappings",
      "version: 1\nprojects: " + String(repeating: "{a: ", count: 900) + String(repeating: "}", count: 900)
    ),
    (
      "nested settings",
      "version: 1\nprojects: {a: {config: " + String(repeating: "[", count: 60)
        + String(repeating: "]", count: 60) + "}}"
    ),
    ("aliases", aliases(of: "x")),
    ("aliases as keys", aliases(of: "x") + "? *l25\n: 1\n"),
    (
      "aliases behind another line break", aliases(of: "x").replacing("\n", with: "\u{85}") + "\u{85}*l25 : 1"
    ),
    (
      "combining marks",
      "version: 1\nprojects:\n  a:\n    displayName: a" + String(repeating: "\u{301}\u{316}", count: 100)
    ),
    ("a mebibyte of combining marks", "version: 1\nprojects:\n  a:\n    displayName: \"a\(marks)\"\n"),
    ("a mebibyte of combining marks as a name", "version: 1\nprojects:\n  \"a\(marks)\": {}\n"),
    ("many projects", "version: 1\nprojects:\n" + (0...1_000).map { "  p\($0): {}\n" }.joined()),
    (
      "many tenants",
      "version: 1\nprojects:\n  a:\n    tenants:\n" + (0...10_000).map { "      t\($0): {}\n" }.joined()
    ),
    ("two documents", "version: 1\nprojects: {a: {}}\n---\nversion: 1\nprojects: {b: {}}\n"),
    ("a name twice", "version: 1\nprojects: {a: {displayName: x, displayName: y}}\n"),
    ("nothing", ""), ("a list", "- 1\n"), ("no version", "projects: {a: {}}\n"),
    ("another version", "version: 2\nprojects: {a: {}}\n"),
    ("unknown names", "version: 1\nprojects: {a: {}}\nmore: 1\n"),
  ]

  private static let marks = String(repeating: "\u{301}\u{316}", count: 1 << 18)

  /// A text that means 2^26 texts.
  private static func aliases(of text: String) -> String {
    var lines = ["version: 1", "l0: &l0 [\(text), \(text)]"]
    for level in 1...25 { lines.append("l\(level): &l\(level) [*l\(level - 1), *l\(level - 1)]") }
    return lines.joined(separator: "\n") + "\n"
  }

  // Fails when the text is composed before it is bounded, when aliases are followed without counting them or keys may be
  // aliases, and without the bounds of projects and tenants (each alone).
  @Test("are refused at once", .timeLimit(.minutes(15)), arguments: bombs.indices)
  func explosive(index: Int) throws {
    let (name, text) = Self.bombs[index]
    let start = ContinuousClock.now
    #expect(throws: (any Error).self, "\(name)") { try Self.read(text) }
    #expect(ContinuousClock.now - start < .seconds(20), "\(name)")
  }

  // Fails when ids are taken as they stand.
  @Test(
    "name no project or tenant by anything but an id",
    arguments: [
      "../other", "a/b", "A", "a b", "caf\u{E9}", "cafe\u{301}", "", "latchkey-console", "a%2fb", "a\u{0}b",
      String(repeating: "a", count: 64),
    ])
  func identifiers(id: String) throws {
    let error = #expect(throws: IdentityError.self) {
      try ProjectFile(["version": 1, "projects": .object([id: [:]])])
    }
    #expect(error?.detail?.hasPrefix("projects/") == true)
    guard id != "latchkey-console", id != "A", id.utf8.count < 64 else { return }
    #expect(throws: IdentityError.self) {
      try ProjectFile(["version": 1, "projects": ["a": ["tenants": .object([id: [:]])]]])
    }
  }
}
