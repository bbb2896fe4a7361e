import Foundation

/// Every text of the console in every language, as the sections bring them.
struct TextCatalog: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// By language, then by section, then by key.
  private let texts: [Language: [String: [String: String]]]
  /// What the protocol's errors mean, by language and code. Any section has `error.<code>` keys.
  private let errors: [Language: [String: String]]
  private let trees: [Language: [String: any Sendable]]

  /// - Throws: for a file that is no JSON object of strings, and for two of one name.
  init(_ resources: [ConsoleResources]) throws {
    var texts: [Language: [String: [String: String]]] = [:]
    var errors: [Language: [String: String]] = [:]
    for (section, files) in resources.flatMap({ $0.texts.map { ($0.key, $0.value) } }) {
      for (language, bytes) in files.files {
        let name = "\(section).\(language.rawValue).json"
        guard texts[language]?[section] == nil else { throw Failure(description: "\(name) is there twice") }
        let file: [String: String]
        do { file = try JSONDecoder().decode([String: String].self, from: Data(bytes)) } catch {
          throw Failure(description: "\(name): \(error)")
        }
        texts[language, default: [:]][section] = file
        for (key, text) in file where key.hasPrefix(Self.errorPrefix) {
          errors[language, default: [:]][String(key.dropFirst(Self.errorPrefix.count))] = text
        }
      }
    }
    self.texts = texts
    self.errors = errors
    trees = texts.mapValues { sections in sections.mapValues { Self.tree($0.map { ($0.key[...], $0.value) }) }
    }
  }

  /// Keys with dots become trees, as templates look every part up by itself.
  private static func tree(_ texts: [(key: Substring, text: String)]) -> [String: any Sendable] {
    Dictionary(grouping: texts) { text in String(text.key.prefix { $0 != "." }) }
      .mapValues { group -> any Sendable in
        let deeper = group.compactMap { text in
          text.key.firstIndex(of: ".").map { (text.key[text.key.index(after: $0)...], text.text) }
        }
        return deeper.isEmpty ? group[0].text : tree(deeper)
      }
  }

  private static let errorPrefix = "error."

  /// By section and key, for `{{t.section.key}}` in templates.
  func tree(in language: Language) -> [String: any Sendable] { trees[language] ?? [:] }

  /// By section and key.
  func all(in language: Language) -> [String: [String: String]] { texts[language] ?? [:] }

  /// - Parameter key: `section.key`.
  func text(_ key: String, in language: Language) -> String? {
    let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    return texts[language]?[parts[0]]?[parts[1]]
  }

  func error(_ code: String, in language: Language) -> String? { errors[language]?[code] }
}
