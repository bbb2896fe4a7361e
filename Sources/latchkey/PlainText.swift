/// Text of others, as a terminal may show it.
enum PlainText {
  /// One line, in which control characters stand as `\u{…}`: they could move the cursor, or be taken for other
  /// lines. So do the characters that turn the direction of text around.
  static func line(_ text: some StringProtocol) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return String(text) }
    return text.unicodeScalars.reduce(into: "") { line, scalar in
      if isControl(scalar) {
        line += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
  }
}
