import Synchronization
import Testing

@testable import Texts

@Suite("Catalogues of texts")
struct TextCatalogTests {
  private static func file(_ section: String, _ language: Language, _ json: String) -> TextFile {
    TextFile(section: section, language: language, json: Array(json.utf8))
  }

  @Test("texts are found by section, key and language")
  func lookup() throws {
    let catalog = try TextCatalog([
      Self.file("a", .english, #"{"x": "X", "deep.y": "Y", "error.E": "of a"}"#),
      Self.file("b", .english, #"{"error.E": "of b", "error.F": "F"}"#), Self.file("a", .german, "{}"),
    ])
    #expect(catalog.text("a.x", in: .english) == "X" && catalog.text("a.deep.y", in: .english) == "Y")
    for key in ["a", "x", "a.deep", "b.x", ""] { #expect(catalog.text(key, in: .english) == nil) }
    #expect(catalog.text("a.x", in: .german) == nil && catalog.text("a.x", in: .french) == nil)
    #expect(catalog.textOfAnySection("error.E", in: .english) == "of b")
    #expect(catalog.textOfAnySection("error.F", in: .english) == "F")
    #expect(catalog.textOfAnySection("error.F", in: .german) == nil)
    let section = try #require(catalog.tree(in: .english)["a"] as? [String: any Sendable])
    #expect(section["x"] as? String == "X")
    #expect((section["deep"] as? [String: any Sendable])?["y"] as? String == "Y")
  }

  @Test(
    "a file that is no object of strings is refused by its name",
    arguments: ["", "[]", "{", #"{"a": 1}"#, #"{"a": {"b": "c"}}"#])
  func malformed(json: String) {
    let failure = #expect(throws: TextCatalog.Failure.self) {
      try TextCatalog([Self.file("a", .japanese, json)])
    }
    #expect(failure?.description.hasPrefix("a.ja.json: ") == true)
  }

  @Test("two files of one section and language are refused")
  func duplicates() {
    let failure = #expect(throws: TextCatalog.Failure.self) {
      try TextCatalog([Self.file("a", .french, "{}"), Self.file("a", .french, "{}")])
    }
    #expect(failure?.description == "a.fr.json is there twice")
  }

  @Test("placeholders are filled in one pass")
  func filling() throws {
    let reader = TextReader(
      language: .english,
      catalog: try TextCatalog([
        Self.file("a", .english, #"{"x": "{one} and {two}, {three} {", "p": "1 {one}\n\n2 {two}"}"#)
      ]))
    #expect(reader("a.x", ["one": "{two}", "two": "2"]) == "{two} and 2, {three} {")
    #expect(reader("a.nothing", ["one": "1"]) == "a.nothing" && reader.text("a.nothing") == nil)
    #expect(reader.paragraphs("a.p", ["one": "\n\n", "two": "{one}"]) == ["1 \n\n", "2 {one}"])
    #expect(reader.paragraphs("a.nothing") == ["a.nothing"])
  }

  @Test("a section with a mistake in a file shows its keys, and names the file")
  func mistake() throws {
    let section = TextSection("a") { Array(($0 == .german ? "{" : #"{"x": "X"}"#).utf8) }
    #expect(section.reader(in: .english)("a.x") == "X" && section.reader(in: .german)("a.x") == "a.x")
    #expect(throws: TextCatalog.Failure.self) { try TextCatalog(section.files) }
  }

  @Test("a language's value is made once, when it is first asked for")
  func perLanguage() {
    let made = Mutex<[Language]>([])
    let values = PerLanguage { language in
      made.withLock { $0.append(language) }
      return language.rawValue
    }
    var soFar = made.withLock { $0 }
    #expect(soFar.isEmpty)
    #expect(values[.german] == "de" && values[.german] == "de" && values[.french] == "fr")
    soFar = made.withLock { $0 }
    #expect(soFar == [.german, .french])
  }
}
