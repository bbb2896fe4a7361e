import Foundation
import Identity

/// A mail as it is sent: header and body in ASCII with CR LF (RFC 5322, RFC 2045).
struct MIMEMessage: Sendable {
  /// Letters and digits, the same for every attempt to send the message.
  var id: String
  var date: Instant
  var from: Mailbox
  var replyTo: Mailbox?
  var to: MailAddress
  var subject: String
  var text: String
  /// The HTML alternative of the text.
  var html: String?
  /// BCP 47.
  var language: String?

  func encoded() -> [UInt8] {
    var lines = [
      "Date: \(Self.text(date))", "From: \(from.header)", "To: \(to.text)",
      "Message-ID: <\(id)@\(from.address.domain)>", "Subject: \(HeaderText.unstructured(subject))",
    ]
    if let replyTo { lines.append("Reply-To: \(replyTo.header)") }
    if let language, Self.isLanguageTag(language) { lines.append("Content-Language: \(language)") }
    // This header asks receivers not to send automatic replies, such as out-of-office notes (RFC 3834).
    lines += ["Auto-Submitted: auto-generated", "MIME-Version: 1.0"]
    if let html {
      // The parts' encodings cannot produce these characters.
      let boundary = "=_\(id)"
      lines += ["Content-Type: multipart/alternative; boundary=\"\(boundary)\"", ""]
      lines += ["--\(boundary)"] + Self.part("plain", text)
      lines += ["--\(boundary)"] + Self.part("html", html)
      lines += ["--\(boundary)--", ""]
    } else {
      lines += Self.part("plain", text)
    }
    return Array(lines.joined(separator: "\r\n").utf8)
  }

  private static func part(_ subtype: String, _ content: String) -> [String] {
    let encoding = TransferEncoding(for: content)
    return [
      "Content-Type: text/\(subtype); charset=utf-8", "Content-Transfer-Encoding: \(encoding.rawValue)", "",
      encoding.encode(content),
    ]
  }

  private static func isLanguageTag(_ text: String) -> Bool {
    (1...35).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      }
  }

  /// Writes the date in the form of RFC 5322 section 3.3, in UTC.
  static func text(_ moment: Instant) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents(
      [.weekday, .day, .month, .year, .hour, .minute, .second], from: moment.date)
    func two(_ number: Int?) -> String {
      let text = String(number ?? 0)
      return text.count < 2 ? "0\(text)" : text
    }
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let day = days[(parts.weekday ?? 1) - 1]
    let month = months[(parts.month ?? 1) - 1]
    return "\(day), \(two(parts.day)) \(month) \(parts.year ?? 1970) "
      + "\(two(parts.hour)):\(two(parts.minute)):\(two(parts.second)) +0000"
  }
}
