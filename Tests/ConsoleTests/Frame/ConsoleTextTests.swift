import Foundation
import IdentityWire
import Testing
import TestTools
import Texts

@testable import Console

@Suite("The console's words")
struct ConsoleTextTests {
  static let resources: [ConsoleResources] = {
    [FrameResources.all] + Console.allSections.map(\.resources) + Console.allRoots.map(\.resources)
  }()

  static let source = Repository.url("Sources/Console")

  @Test("every text that a template names is there")
  func named() throws {
    let catalog = try TextCatalog(Self.resources)
    let keys = catalog.all(in: .english).mapValues(\.keys)
    for resource in Self.resources {
      for (name, bytes) in resource.templates.merging(resource.partials, uniquingKeysWith: { $1 }) {
        let template = String(decoding: bytes, as: UTF8.self)
        for match in template.matches(of: /\{\{[#^]?t\.([A-Za-z0-9_.]+)\}\}/) {
          #expect(catalog.text(String(match.1), in: .english) != nil, "\(name): t.\(match.1)")
          // A template would show what begins with it.
          let parts = match.1.split(separator: ".", maxSplits: 1).map(String.init)
          let beginsOthers =
            parts.count == 2 && keys[parts[0]]?.contains { $0.hasPrefix(parts[1] + ".") } == true
          #expect(!beginsOthers, "\(name): t.\(match.1) begins other keys")
        }
      }
    }
  }

  @Test("placeholders are filled in one go")
  func filling() throws {
    let texts = ConsoleTexts(language: .english, catalog: try TextCatalog(Self.resources))
    let error = WireError.badRequest("FORM_FIELD_TOO_LONG", "{detail} {x}")
    #expect(texts.error(error) == "A text is too long: {detail} {x}.")
    #expect(texts.error(.badRequest("NOBODY_TRANSLATED_THIS", "In its own words.")) == "In its own words.")
    #expect(texts("frame.nothing") == "frame.nothing")
  }
}
