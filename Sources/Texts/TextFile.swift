/// A JSON object of strings: the texts of one section in one language.
public struct TextFile: Sendable {
  public var section: String
  public var language: Language
  public var json: [UInt8]

  public init(section: String, language: Language, json: [UInt8]) {
    self.section = section
    self.language = language
    self.json = json
  }

  /// The file's name among the sources.
  public var name: String { "\(section).\(language.rawValue).json" }
}
