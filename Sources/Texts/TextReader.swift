import Foundation

/// The texts of a catalogue in one language.
public struct TextReader: Sendable {
  public let language: Language
  public let catalog: TextCatalog

  public init(language: Language, catalog: TextCatalog) {
    self.language = language
    self.catalog = catalog
  }

  /// Returns the text of a key, such as `users.found`, with its `{placeholders}` filled. Returns an unknown key itself.
  public func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
    text(key).map { Self.filled($0, values) } ?? key
  }

  /// Returns the text of a key without filling it, or nil for an unknown key.
  public func text(_ key: String) -> String? { catalog.text(key, in: language) }

  /// Returns the paragraphs of a text, which empty lines separate. An empty line inside a value does not begin a
  /// paragraph.
  public func paragraphs(_ key: String, _ values: [String: String] = [:]) -> [String] {
    (text(key) ?? key).components(separatedBy: "\n\n").map { Self.filled($0, values) }
  }

  /// Fills `{placeholders}` in one pass, so that a value with braces stays unchanged.
  public static func filled(_ text: String, _ values: [String: String]) -> String {
    guard text.contains("{"), !values.isEmpty else { return text }
    var filled = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = String(rest[rest.index(after: open)..<close])
      filled += rest[..<open]
      filled += values[name] ?? String(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }
}
