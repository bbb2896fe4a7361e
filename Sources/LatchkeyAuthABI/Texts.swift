import Foundation

/// A text of C code.
public typealias CText = UnsafePointer<CChar>

/// A copy for the caller in C, who frees it; NULL for nil.
func text(_ string: String?) -> UnsafeMutablePointer<CChar>? {
  guard let string else { return nil }
  // A zero byte would end the text before its end, and make another one of it.
  return strdup(string.utf8.contains(0) ? string.replacing("\0", with: "\u{FFFD}") : string)
}

/// What is no UTF-8 in it becomes U+FFFD. Nil for NULL.
func string(_ text: CText?) -> String? { text.map { String(cString: $0) } }

extension String {
  /// Nil when there is nothing in it.
  var nonEmpty: String? { isEmpty ? nil : self }
}
