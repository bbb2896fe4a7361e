import Foundation
import IdentityWire
import TestSupport
import Testing

@testable import Console

@Suite("The console's words")
struct ConsoleTextTests {
  static let resources: [ConsoleResources] = {
    [FrameResources.all] + Console.allSections.map(\.resources) + Console.allRoots.map(\.resources)
  }()

  static let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/Console")

  @Test("every text is there in every language, with the same placeholders")
  func complete() throws {
    let catalog = try TextCatalog(Self.resources)
    let english = catalog.all(in: .english)
    for language in Language.allCases {
      let tree = catalog.all(in: language)
      #expect(Set(tree.keys) == Set(english.keys))
      for (section, texts) in english {
        let other = tree[section] ?? [:]
        #expect(Set(other.keys) == Set(texts.keys), "\(section).\(language.rawValue)")
        for (key, text) in texts {
          let translated = other[key] ?? ""
          #expect(!translated.isEmpty, "\(section).\(key) \(language.rawValue)")
          #expect(
            Self.placeholders(translated) == Self.placeholders(text), "\(section).\(key) \(language.rawValue)"
          )
        }
      }
    }
  }

  @Test("every text that a template or the code names is there")
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
    let files = try #require(FileManager.default.enumerator(at: Self.source, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "swift" {
      let code = try String(contentsOf: file, encoding: .utf8)
      for match in code.matches(of: /(?:texts|notice:)\(? ?"([A-Za-z0-9_.]+)"/) {
        #expect(catalog.text(String(match.1), in: .english) != nil, "\(file.lastPathComponent): \(match.1)")
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

  private static func placeholders(_ text: String) -> Set<String> {
    Set(text.matches(of: /\{[a-zA-Z]+\}/).map { String($0.0) })
  }
}
