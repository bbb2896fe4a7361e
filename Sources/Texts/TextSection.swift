/// A section of texts. Each language is read at its first use.
public struct TextSection: Sendable {
  public let name: String
  private let json: @Sendable (Language) -> [UInt8]

  /// - Parameter json: returns the section's file in a language.
  public init(_ name: String, json: @escaping @Sendable (Language) -> [UInt8]) {
    self.name = name
    self.json = json
  }

  /// The section's files in all languages.
  public var files: [TextFile] {
    Language.allCases.map { TextFile(section: name, language: $0, json: json($0)) }
  }

  /// Reads the texts in one language. If the file has a mistake, every key is returned instead of its text; a test
  /// would find the mistake.
  public func reader(in language: Language) -> TextReader {
    let file = TextFile(section: name, language: language, json: json(language))
    return TextReader(language: language, catalog: (try? TextCatalog([file])) ?? TextCatalog())
  }
}
