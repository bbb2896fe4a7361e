/// Makes untrusted text safe for a terminal.
enum PlainText {
  /// Returns one line with control characters as `\u{…}`, because they could move the cursor or look like other
  /// lines. Characters that change the text's direction are replaced, too.
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

  /// JSON with the same characters escaped. Its meaning is unchanged: these characters occur only inside strings, and
  /// none of them is above U+FFFF.
  static func json(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { isControl($0) && $0 != "\n" }) else { return text }
    return text.unicodeScalars.reduce(into: "") { json, scalar in
      if isControl(scalar), scalar != "\n" {
        let digits = String(scalar.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        json.unicodeScalars.append(scalar)
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
