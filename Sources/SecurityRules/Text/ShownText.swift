import IdentityWire

/// Formats values for messages.
enum ShownText {
  static let maximumCharacters = 80
  /// The approximate maximum of a value's UTF-8 bytes. Without this limit, the text of a value could become
  /// extremely long, because the same nested value may occur many times.
  static let maximumBytes = 300

  static func quoted(_ text: String) -> String { JSONWriter.text(.string(shortened(text))) }

  static func shortened(_ text: String) -> String {
    // Reads only the shown part of a long text.
    let start = text.unicodeScalars.prefix(maximumCharacters)
    let shown = String(String.UnicodeScalarView(start))
    return start.endIndex < text.unicodeScalars.endIndex ? shown + "…" : shown
  }

  /// Lists the first parts, up to a maximum length.
  static func list<Part>(_ parts: some Collection<Part>, _ shown: (Part) -> String) -> String {
    var text = ""
    for (index, part) in parts.enumerated() {
      if index > 0 { text += ", " }
      guard index < 6, text.utf8.count < maximumBytes else { return text + "…" }
      text += shown(part)
    }
    return text
  }
}
