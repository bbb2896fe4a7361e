import Mustache

/// Escapes text for HTML, for element content and quoted attribute values alike.
///
/// The Mustache library's own escaping compares grapheme clusters, so that a quote with a combining mark
/// after it would leave an attribute. This one looks at the bytes, as a browser does.
struct HTMLEscaping: MustacheContentType {
  /// The name by which templates ask for it: `{{% CONTENT_TYPE:LATCHKEY_HTML}}`.
  static let name = "LATCHKEY_HTML"

  func escapeText(_ text: String) -> String {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "<"): escaped.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): escaped.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "&"): escaped.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "\""): escaped.append(contentsOf: "&quot;".utf8)
      case UInt8(ascii: "'"): escaped.append(contentsOf: "&#39;".utf8)
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
