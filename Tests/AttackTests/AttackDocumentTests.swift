import Foundation
import TestSupport
import Testing

@Suite("The document of attacks", .fewAtOnce)
struct AttackDocumentTests {
  // Fails when a file is not named, and when a name is of none (each alone).
  @Test("names every file of tests here, and no other")
  func complete() throws {
    let directory = Repository.url("Tests/AttackTests")
    let document = Repository.url("docs/security.md")
    let text = try String(contentsOf: document, encoding: .utf8)
    let named = Set(text.matches(of: /`(T[0-9]{2}\w+Tests)`/).map { String($0.1) })
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
      .filter { $0.hasSuffix(".swift") && $0.hasPrefix("T") }.map { String($0.dropLast(6)) }
    #expect(named == Set(files), "\(named.symmetricDifference(files).sorted())")
  }
}
