import Foundation
import Identity
import Testing
import TestTools

@testable import Console
@testable import Messaging
@testable import Server
@testable import Texts

/// A catalogue of the server, with the languages that it is written in.
struct WrittenTexts: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let languages: [Language]
  /// The folder of the code that names the texts.
  let code: String
  let catalog: @Sendable () throws -> TextCatalog

  static let all = [
    WrittenTexts(testDescription: "the console", languages: Language.ofConsole, code: "Sources/Console") {
      try ConsolePages(roots: Console.allRoots).catalog
    },
    WrittenTexts(testDescription: "messages", languages: Language.allCases, code: "Sources/Messaging") {
      try TextCatalog(BuiltInTexts.section.files)
    },
    WrittenTexts(
      testDescription: "pages of mailed links", languages: Language.allCases, code: "Sources/Server"
    ) {
      try TextCatalog(ActionTexts.section.files)
    },
  ]
}

@Suite("The texts of the server")
struct WrittenTextsTests {
  @Test("every text is there in every language, with the same placeholders", arguments: WrittenTexts.all)
  func complete(texts: WrittenTexts) throws {
    let catalog = try texts.catalog()
    #expect(!catalog.all(in: .english).isEmpty)
    #expect(Self.differences(from: .english, in: catalog, texts.languages) == [])
  }

  @Test("a missing text, a text too many, an empty one and another placeholder are found")
  func differing() throws {
    func file(_ section: String, _ language: Language, _ json: String) -> TextFile {
      TextFile(section: section, language: language, json: Array(json.utf8))
    }
    let catalog = try TextCatalog([
      file("a", .english, #"{"one": "%APP_NAME%: %LINK%", "two": "{x}", "three": "3", "four": "4"}"#),
      file("b", .english, "{}"),
      file("a", .german, #"{"one": "%EMAIL%", "two": "{y}", "three": "", "five": "5"}"#),
      file("a", .french, #"{"one": "%LINK%", "two": "{x}", "three": "3", "four": "4"}"#),
      file("b", .french, "{}"),
    ])
    #expect(
      Self.differences(from: .english, in: catalog, [.english, .german, .french]) == [
        "a.de.json: five", "a.de.json: four", "a.de.json: one", "a.de.json: three", "a.de.json: two",
        "b.de.json",
      ])
  }

  /// Names the texts that are not in all languages, or not with the same placeholders.
  private static func differences(
    from original: Language, in catalog: TextCatalog, _ languages: [Language]
  ) -> [String] {
    let sections = catalog.all(in: original)
    return languages.flatMap { language in
      let written = catalog.all(in: language)
      let names = Set(written.keys).union(sections.keys).sorted()
      return names.flatMap { section -> [String] in
        let file = "\(section).\(language.rawValue).json"
        guard let texts = sections[section], let others = written[section] else { return [file] }
        return Set(texts.keys).union(others.keys).sorted()
          .filter { key in
            guard let text = texts[key], let other = others[key], !other.isEmpty else { return true }
            return placeholders(other) != placeholders(text)
          }
          .map { "\(file): \($0)" }
      }
    }
  }

  @Test("every text that the code names is there", arguments: WrittenTexts.all)
  func named(texts: WrittenTexts) throws {
    let catalog = try texts.catalog()
    func check(_ key: String, _ file: URL) {
      #expect(catalog.text(key, in: .english) != nil, "\(file.lastPathComponent): \(key)")
    }
    let folder = Self.root.appending(path: texts.code)
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "swift" {
      let code = try String(contentsOf: file, encoding: .utf8)
      for match in code.matches(of: /(?:texts|notice:)\(? ?"([A-Za-z0-9_.-]+)"/) {
        check(String(match.1), file)
      }
      for match in code.matches(of: /texts\.(telling|question)\(\s*"([A-Za-z]+)"(, text: nil)?/) {
        check("actions.\(match.2).title", file)
        if match.1 == "question" { check("actions.\(match.2).button", file) }
        if match.3 == nil { check("actions.\(match.2).text", file) }
      }
      for match in code.matches(of: /texts\.\w+\(\s*"([A-Za-z]+)", text: .*"(text\w+)" : "text"/) {
        check("actions.\(match.1).\(match.2)", file)
      }
    }
  }

  @Test("every text of the pages of mailed links is named by the code")
  func used() throws {
    let folder = Self.root.appending(path: "Sources/Server/Web")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let code = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    for key in try TextCatalog(ActionTexts.section.files).all(in: .english)["actions"]?.keys.sorted() ?? [] {
      let name = key.split(separator: ".").dropLast().joined(separator: ".")
      let isNamed = code.contains("\"actions.\(key)\"") || code.contains("\"\(name)\"")
      #expect(isNamed, "\(key)")
    }
  }

  @Test("every message is written in every language", arguments: Language.allCases)
  func messages(language: Language) {
    let texts = BuiltInTexts.texts(in: language)
    for kind in MessageKind.allCases {
      let template = texts.templates[kind]
      #expect(template != nil, "\(kind)")
      #expect((template?.subject != nil) == kind.isMail, "\(kind)")
      #expect((template?.action != nil) == (kind.isMail && kind.required == [.link]), "\(kind)")
    }
  }

  private static let root = Repository.root

  /// Finds the placeholders of a text, except for the app's name: each language names it where it sounds well, in
  /// Japanese in the greeting. That every message has it is a test of messages.
  private static func placeholders(_ text: String) -> Set<String> {
    Set(text.matches(of: /\{[a-zA-Z]+\}|%[A-Z_]+%/).map { String($0.0) }).subtracting(["%APP_NAME%"])
  }
}
