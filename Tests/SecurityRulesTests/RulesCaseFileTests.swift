import Foundation
import SecurityRules
import Testing
import TestTools

@Suite("The files of cases")
struct RulesCaseFileTests {
  static func cases(_ name: String) throws -> [RulesCase] {
    let file = Repository.url("Tests/SecurityRulesTests/Cases/\(name)")
    return try RulesCase.file(Array(try Data(contentsOf: file)))
  }

  // Fails when one verdict of the engine changes: when an integer is not equal to the float of its value, or rules of
  // version 1 let lists through (each alone).
  @Test("every case comes out as it says", arguments: ["shared.json", "own.json"])
  func verdicts(_ file: String) throws {
    let cases = try Self.cases(file)
    #expect(cases.count >= (file == "shared.json" ? 217 : 150))
    for entry in cases {
      let (verdict, reason) = entry.run()
      #expect(verdict == entry.expected, "\(entry.name): \(reason)")
    }
  }

  // Fails when two cases of the file have one name, so that a failure would not say which it is.
  @Test("every case of the project's own has a name of its own")
  func names() throws {
    let names = try Self.cases("own.json").map(\.name)
    #expect(Set(names).count == names.count)
  }
}
