import Foundation

/// Text in header fields: always one line, and ASCII only (RFC 5322, RFC 2047).
enum HeaderText {
  /// The number of UTF-8 bytes in an encoded word. With the longest field name, the word fits into 76 columns.
  private static let bytesInWord = 39
  private static let plainLength = 60

  /// Puts a space in place of each character that could end a line or hide the rest of the line: control characters,
  /// separators of lines and paragraphs, and marks of the writing direction.
  static func oneLine(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      if isControl(scalar) || scalar == " " {
        if !line.isEmpty, !line.hasSuffix(" ") { line.append(" ") }
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
    return line.trimmingCharacters(in: .whitespaces)
  }

  static func hasControls(_ text: String) -> Bool { text.unicodeScalars.contains(where: isControl) }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    case .format: ("\u{202A}"..."\u{202E}").contains(scalar) || ("\u{2066}"..."\u{2069}").contains(scalar)
    default: false
    }
  }

  /// Encodes text for fields such as `Subject`.
  static func unstructured(_ text: String) -> String {
    let line = oneLine(text)
    return isPlain(line) ? line : encodedWords(line)
  }

  /// Encodes a display name. Nil if no characters are left.
  static func phrase(_ text: String) -> String? {
    let line = oneLine(text)
    guard !line.isEmpty else { return nil }
    guard isPlain(line) else { return encodedWords(line) }
    let escaped = line.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  private static func isPlain(_ line: String) -> Bool {
    line.utf8.count <= plainLength && line.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
      && !line.contains("=?")
  }

  private static func encodedWords(_ line: String) -> String {
    var words: [String] = []
    var part: [UInt8] = []
    func end() {
      if !part.isEmpty { words.append("=?utf-8?B?\(Data(part).base64EncodedString())?=") }
      part = []
    }
    for scalar in line.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      if part.count + bytes.count > bytesInWord { end() }
      part += bytes
    }
    end()
    return words.joined(separator: "\r\n ")
  }
}
