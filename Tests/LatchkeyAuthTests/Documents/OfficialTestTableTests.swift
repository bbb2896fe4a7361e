import Foundation
import TestSupport
import Testing

@Suite("The table of FirebaseAuth's own tests")
struct OfficialTestTableTests {
  /// The tests of a directory, each with its suite, as in `AuthTests.signOut`.
  static func tests(in directory: URL) throws -> Set<String> {
    let files = try #require(FileManager.default.enumerator(at: directory, includingPropertiesForKeys: nil))
    var names: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      var suite = Substring("")
      var isTest = false
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        if let type = line.firstMatch(of: /^(?:@MainActor )?(?:struct|extension) (\w+)/) { suite = type.1 }
        if line.contains("@Test") { isTest = true }
        guard let function = line.firstMatch(of: /\bfunc (\w+)/) else { continue }
        if isTest { names.insert("\(suite).\(function.1)") }
        isTest = false
      }
    }
    return names
  }

  // Fails when a row names no test, when a test of `Official` has no row, and when a name has two (each alone).
  @Test("each of its names is a test, and each test that bears an official name is in it")
  func names() throws {
    let all = Repository.url("Tests/LatchkeyAuthTests")
    let document = Repository.url("docs/swift-sdk-tests.md")
    let sections = try String(contentsOf: document, encoding: .utf8).split(separator: "\n### ").dropFirst()
    #expect(sections.count > 20)
    var named: Set<String> = []
    for section in sections {
      let rows = section.matches(of: /\n\| `(\w+)` \| (.+) \|/)
      let official = rows.map { String($0.1) }
      #expect(!rows.isEmpty && Set(official).count == official.count, "\(section.prefix(40))")
      for row in rows {
        if let test = row.2.wholeMatch(of: /`(\w+\.\w+)`/) { named.insert(String(test.1)) }
      }
    }
    let known = try Self.tests(in: all)
    #expect(named.isSubset(of: known), "\(named.subtracting(known).sorted())")
    let own = try Self.tests(in: all.appendingPathComponent("Official"))
    #expect(own.isSubset(of: named), "\(own.subtracting(named).sorted())")
    #expect(own.count > 130)
  }

  // Fails when a suite of the last section is misspelt or removed (each alone).
  @Test("each suite that covers the other files is there")
  func suites() throws {
    let all = Repository.url("Tests/LatchkeyAuthTests")
    let document = Repository.url("docs/swift-sdk-tests.md")
    let others = try #require(
      String(contentsOf: document, encoding: .utf8).split(separator: "\n## The other files").last)
    let rows = others.matches(of: /\n\| [^|]+ \| ([^|]+) \|/)
    let named = Set(rows.flatMap { $0.1.matches(of: /`(\w+Tests)`/).map { String($0.1) } })
    #expect(named.count > 10)
    let known = Set(try Self.tests(in: all).map { String($0.prefix { $0 != "." }) })
    #expect(named.isSubset(of: known), "\(named.subtracting(known).sorted())")
  }
}
