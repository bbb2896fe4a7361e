import Foundation

/// The encoding of a body into lines that every mail server forwards unchanged (RFC 2045 section 6).
enum TransferEncoding: String {
  case quotedPrintable = "quoted-printable"
  case base64

  /// Chooses approximately the shorter encoding. Text that is mostly ASCII stays readable.
  init(for text: String) {
    let foreign = text.utf8.count { $0 >= 0x80 }
    self = foreign * 6 > text.utf8.count ? .base64 : .quotedPrintable
  }

  /// Encodes the text in UTF-8. Replaces every line ending with CR LF.
  func encode(_ text: String) -> String {
    let lines = text.replacing("\r\n", with: "\n").split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r" })
    switch self {
    case .quotedPrintable: return lines.map(Self.quotedPrintable).joined(separator: "\r\n")
    case .base64:
      let data = Data(lines.joined(separator: "\r\n").utf8)
      return data.base64EncodedString(options: [
        .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
      ])
    }
  }

  private static func quotedPrintable(_ line: Substring) -> String {
    let bytes = Array(line.utf8)
    var encoded = ""
    var column = 0
    for (index, byte) in bytes.enumerated() {
      let isLast = index == bytes.count - 1
      let isBlank = byte == 0x20 || byte == 0x09
      let isLiteral = (0x21..<0x7F).contains(byte) && byte != UInt8(ascii: "=") || isBlank && !isLast
      let piece = isLiteral ? String(UnicodeScalar(byte)) : hexadecimal(byte)
      if column + piece.utf8.count > 75 {
        encoded += "=\r\n"
        column = 0
      }
      encoded += piece
      column += piece.utf8.count
    }
    return encoded
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "=0\(digits)" : "=\(digits)"
  }
}
