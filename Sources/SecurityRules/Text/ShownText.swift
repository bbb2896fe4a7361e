import IdentityWire

/// Values in messages.
enum ShownText {
  static let maximumCharacters = 80
  /// UTF-8 bytes of a value, about: what is in it may be there any number of times.
  static let maximumBytes = 300

  static func quoted(_ text: String) -> String { JSONWriter.text(.string(shortened(text))) }

  static func shortened(_ text: String) -> String {
    // Of a long text only as much is read as is shown.
    let start = text.unicodeScalars.prefix(maximumCharacters)
    let shown = String(String.UnicodeScalarView(start))
    return start.endIndex < text.unicodeScalars.endIndex ? shown + "…" : shown
  }

  /// A few of the parts, until they are long.
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
