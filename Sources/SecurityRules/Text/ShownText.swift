import IdentityWire

/// Values in messages.
enum ShownText {
  static let maximumCharacters = 80

  static func quoted(_ text: String) -> String {
    let scalars = text.unicodeScalars
    var shown = String(String.UnicodeScalarView(scalars.prefix(maximumCharacters)))
    if scalars.count > maximumCharacters { shown += "…" }
    return JSONWriter.text(.string(shown))
  }
}
