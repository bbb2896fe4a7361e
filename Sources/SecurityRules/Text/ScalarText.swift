/// Implements the operations of rules on the characters of a text. A character is a Unicode scalar: finding grapheme
/// clusters takes longer, and rules do not need them.
enum ScalarText {
  /// Removes the white space and line breaks at both ends.
  static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isSpace($0) }),
      let last = scalars.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(text.unicodeScalars[first...last])
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0x85: return true
    case ..<0x80: return false
    default:
      switch scalar.properties.generalCategory {
      case .spaceSeparator, .lineSeparator, .paragraphSeparator: return true
      default: return false
      }
    }
  }

  /// Returns the scalars in a range; nil if the text is shorter.
  static func slice(_ text: String, from first: Int, to last: Int) -> String? {
    let scalars = text.unicodeScalars
    guard let start = scalars.index(scalars.startIndex, offsetBy: first, limitedBy: scalars.endIndex),
      let end = scalars.index(start, offsetBy: last - first, limitedBy: scalars.endIndex)
    else { return nil }
    return String(scalars[start..<end])
  }

  /// The cost of changing the text's case, in steps of the budget. ASCII costs less, because it needs no table.
  static func caseCost(_ text: String) -> Int {
    text.utf8.count / 4 + (text.utf8.allSatisfy { $0 < 0x80 } ? 0 : 4 * text.utf8.count)
  }

  /// The length in UTF-16 code units, as in JavaScript.
  static func utf16Count(_ text: String) -> Int {
    text.utf8.reduce(0) { count, byte in
      byte & 0xC0 == 0x80 ? count : byte >= 0xF0 ? count + 2 : count + 1
    }
  }

  static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    switch scalar {
    case ..<0x80: bytes.append(UInt8(truncatingIfNeeded: scalar))
    case ..<0x800:
      bytes.append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
      bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    case ..<0x10000:
      bytes.append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
      bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
      bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    default:
      bytes.append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
      bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 12 & 0x3F))
      bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
      bytes.append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
    }
  }
}
