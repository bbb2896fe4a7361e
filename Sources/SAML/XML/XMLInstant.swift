import Foundation
import IdentityWire

/// Moments in SAML's format: `xs:dateTime` in UTC (SAML V2.0 Core, section 1.3.3).
enum XMLInstant {
  /// - Parameter text: `2026-11-23T01:39:48Z`, with a fraction of up to nine digits. The result is nil for
  ///   any other format.
  static func date(_ text: String) -> Date? {
    var whole = Substring(text)
    var fraction = 0.0
    if let point = text.firstIndex(of: ".") {
      let digits = text[text.index(after: point)...].dropLast()
      guard text.utf8.last == UInt8(ascii: "Z"), (1...9).contains(digits.utf8.count),
        digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let value = Double("0.\(digits)")
      else { return nil }
      fraction = value
      whole = text[..<point] + "Z"
    }
    guard whole.utf8.count == 20, let date = try? Date(String(whole), strategy: .iso8601),
      // The parser accepts days that do not exist.
      Self.text(date).hasSameBytes(as: String(whole))
    else { return nil }
    return date.addingTimeInterval(fraction)
  }

  /// The text in whole seconds.
  static func text(_ date: Date) -> String { date.ISO8601Format() }
}
