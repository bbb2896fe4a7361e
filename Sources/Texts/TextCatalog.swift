import Foundation

/// Texts by language, section and key.
public struct TextCatalog: Sendable {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private let texts: [Language: [String: [String: String]]]
  /// The names of the sections, in the order of their first files.
  private let sections: [String]
  private let trees: [Language: [String: any Sendable]]

  /// Makes a catalogue without texts.
  init() {
    texts = [:]
    sections = []
    trees = [:]
  }

  /// - Throws: ``Failure`` if a file is not a JSON object of strings, or two files have the same section and
  ///   language.
  public init(_ files: [TextFile]) throws(Failure) {
    var texts: [Language: [String: [String: String]]] = [:]
    for file in files {
      guard texts[file.language]?[file.section] == nil else {
        throw Failure(description: "\(file.name) is there twice")
      }
      do {
        texts[file.language, default: [:]][file.section] = try JSONDecoder().decode(
          [String: String].self, from: Data(file.json))
      } catch {
        throw Failure(description: "\(file.name): \(error)")
      }
    }
    self.texts = texts
    sections = files.map(\.section).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    trees = texts.mapValues { sections in sections.mapValues { Self.tree($0.map { ($0.key[...], $0.value) }) }
    }
  }

  /// Converts keys with dots into nested dictionaries, because templates look up each part of a key separately.
  private static func tree(_ texts: [(key: Substring, text: String)]) -> [String: any Sendable] {
    Dictionary(grouping: texts) { text in String(text.key.prefix { $0 != "." }) }
      .mapValues { group -> any Sendable in
        let deeper = group.compactMap { text in
          text.key.firstIndex(of: ".").map { (text.key[text.key.index(after: $0)...], text.text) }
        }
        return deeper.isEmpty ? group[0].text : tree(deeper)
      }
  }

  /// Returns the texts by section and key, for `{{t.section.key}}` in templates.
  public func tree(in language: Language) -> [String: any Sendable] { trees[language] ?? [:] }

  /// Returns the texts by section and key.
  public func all(in language: Language) -> [String: [String: String]] { texts[language] ?? [:] }

  /// - Parameter key: `section.key`.
  public func text(_ key: String, in language: Language) -> String? {
    guard let dot = key.firstIndex(of: ".") else { return nil }
    return texts[language]?[String(key[..<dot])]?[String(key[key.index(after: dot)...])]
  }

  /// Returns the text of a key in any section. If several sections have the key, the last section is used.
  ///
  /// - Parameter key: a key without its section.
  public func textOfAnySection(_ key: String, in language: Language) -> String? {
    let texts = texts[language] ?? [:]
    return sections.last { texts[$0]?[key] != nil }.flatMap { texts[$0]?[key] }
  }
}
