import Foundation
import TestSupport
import Testing

@Suite("The document of clients")
struct ClientsDocumentTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.url(path), encoding: .utf8)
  }

  // Fails when a path, a check, a target or a suite is misspelt or removed (each alone).
  @Test("names tests, targets and files that are there")
  func names() throws {
    let document = try Self.text("docs/clients.md")
    let root = Repository.root
    let paths = document.matches(of: /`((?:Tests|Conformance|Examples|cpp|objc|docs|clients)\/[\w.\/-]+)`/)
    #expect(paths.count > 20)
    for path in Set(paths.map { String($0.1) }) {
      #expect(FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path), "\(path)")
    }

    let directory = "Tests/Browser/production"
    let checks = try FileManager.default.contentsOfDirectory(
      atPath: root.appendingPathComponent(directory).path
    )
    .filter { $0.hasSuffix(".py") }.map { try Self.text("\(directory)/\($0)") }.joined()
    for check in document.matches(of: /`(check_\w+)`/) {
      #expect(checks.contains("def \(check.1)("), "\(check.1)")
    }

    let makefiles = try Self.text("Makefile") + Self.text("cpp/tests.mk") + Self.text("objc/objc.mk")
    for target in document.matches(of: /`make ([\w-]+)`/) {
      #expect(makefiles.contains("\n\(target.1):"), "\(target.1)")
    }

    let known = try OfficialTestTableTests.tests(
      in: Repository.url("Tests/LatchkeyAuthTests"))
    let suites = Set(known.map { $0.prefix { $0 != "." } })
    let named = document.matches(of: /`(\w+Tests)(?:\.(\w+))?`/)
    #expect(named.count > 5)
    for name in named {
      if let test = name.2 {
        #expect(known.contains("\(name.1).\(test)"), "\(name.1).\(test)")
      } else {
        #expect(suites.contains(name.1), "\(name.1)")
      }
    }
  }
}
