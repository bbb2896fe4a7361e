import Foundation

/// A text from C code.
public typealias CText = UnsafePointer<CChar>

/// Returns a copy that the C caller frees; NULL for nil.
func text(_ string: String?) -> UnsafeMutablePointer<CChar>? {
  guard let string else { return nil }
  // A zero byte would end the C text early.
  return strdup(string.utf8.contains(0) ? string.replacing("\0", with: "\u{FFFD}") : string)
}

/// Reads a text. Invalid UTF-8 becomes U+FFFD. Nil for NULL.
func string(_ text: CText?) -> String? { text.map { String(cString: $0) } }

/// Reads at most this number of bytes of a text, as ``string(_:)`` does.
func string(_ text: CText?, upTo maximum: Int) -> String? {
  text.map { text in
    let bytes = UnsafeRawBufferPointer(start: text, count: strnlen(text, maximum))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String {
  /// The text; nil if it is empty.
  var nonEmpty: String? { isEmpty ? nil : self }
}
