import Foundation

/// Parses the header `Retry-After` (RFC 9110 section 10.2.3), which says when to send the request again.
public enum RetryAfter {
  /// Returns the number of seconds to wait.
  ///
  /// - Parameter text: seconds, or a date in the format that senders must use: `Fri, 31 Dec 1999 23:59:59 GMT`.
  /// - Returns: seconds from `now`, at least 0. Nil for any other text.
  public static func seconds(_ text: String, now: Instant) -> Int64? {
    guard text.utf8.count <= 64 else { return nil }
    let text = text.trimmingCharacters(in: .whitespaces)
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // Digits that overflow the integer mean a very long wait.
      return Int64(text) ?? .max
    }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    guard text.hasSuffix(" GMT"), let date = format.date(from: text) else { return nil }
    return max(0, Int64((date.timeIntervalSince1970 - Double(now.milliseconds) / 1_000).rounded(.up)))
  }
}
