import Foundation
import Logging

/// Formats an event as one line of a log.
enum LogLine {
  /// The maximum length of a value in characters. Longer values are shortened, because they are of no use in a log.
  static let maximumLength = 2_000

  /// Formats a JSON object on one line: `time`, `level`, `message`, then the metadata.
  static func json(_ event: LogEvent, _ metadata: Logger.Metadata, at time: Date) -> String {
    var line = #"{"time":""# + timestamp(time) + #"","level":""# + event.level.rawValue + #"","message":"#
    append(event.message.description, to: &line)
    if let error = event.error {
      line += #","error":"#
      append("\(type(of: error))", to: &line)
    }
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
      line += ","
      append(["time", "level", "message", "error"].contains(key) ? key + "_" : key, to: &line)
      line += ":"
      append(value, to: &line)
    }
    return line + "}\n"
  }

  /// Formats a line for people: `2026-01-02T03:04:05.678Z INFO request status=200`.
  static func text(_ event: LogEvent, _ metadata: Logger.Metadata, at time: Date) -> String {
    var line =
      timestamp(time) + " " + event.level.rawValue.uppercased() + " " + plain(event.message.description)
    if let error = event.error { line += " error=\(type(of: error))" }
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(plain("\(value)"))" }
    return line + "\n"
  }

  private static func append(_ value: Logger.MetadataValue, to line: inout String) {
    switch value {
    case .string(let text): append(text, to: &line)
    case .stringConvertible(let number as Int): line += String(number)
    case .stringConvertible(let number as any BinaryInteger): line += "\(number)"
    case .stringConvertible(let number as Double) where number.isFinite: line += "\(number)"
    case .stringConvertible(let flag as Bool): line += "\(flag)"
    case .stringConvertible(let other): append(other.description, to: &line)
    case .array(let values):
      line += "["
      for (index, value) in values.enumerated() {
        if index > 0 { line += "," }
        append(value, to: &line)
      }
      line += "]"
    case .dictionary(let values):
      line += "{"
      for (index, pair) in values.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { line += "," }
        append(pair.key, to: &line)
        line += ":"
        append(pair.value, to: &line)
      }
      line += "}"
    }
  }

  private static func append(_ text: String, to line: inout String) {
    line += "\""
    defer { line += "\"" }
    if text.utf8.count <= maximumLength, text.utf8.allSatisfy(isPlain) {
      line += text
      return
    }
    for scalar in shortened(text).unicodeScalars {
      switch scalar {
      case "\"": line += "\\\""
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      case "\t": line += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        line += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: line.unicodeScalars.append(scalar)
      }
    }
  }

  /// True for an ASCII character that needs no escaping.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// The text on one line, without line breaks or control sequences for terminals.
  private static func plain(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        shortened(text).unicodeScalars.map { scalar in
          scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            || (0x2028...0x2029).contains(scalar.value)
            ? " " : scalar
        }))
  }

  private static func shortened(_ text: String) -> String {
    text.utf8.count > maximumLength ? text.prefix(maximumLength) + "…" : text
  }

  /// The moment in RFC 3339, in milliseconds and UTC.
  static func timestamp(_ date: Date) -> String {
    let milliseconds = Int64((date.timeIntervalSince1970 * 1_000).rounded(.down))
    var seconds = time_t(milliseconds / 1_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text: [UInt8] = []
    text.reserveCapacity(24)
    func append(_ number: Int, digits: Int, _ end: Unicode.Scalar) {
      var place = digits == 2 ? 10 : digits == 3 ? 100 : 1_000
      while place > 0 {
        text.append(UInt8(ascii: "0") + UInt8(number / place % 10))
        place /= 10
      }
      text.append(UInt8(ascii: end))
    }
    append(Int(parts.tm_year) + 1_900, digits: 4, "-")
    append(Int(parts.tm_mon) + 1, digits: 2, "-")
    append(Int(parts.tm_mday), digits: 2, "T")
    append(Int(parts.tm_hour), digits: 2, ":")
    append(Int(parts.tm_min), digits: 2, ":")
    append(Int(parts.tm_sec), digits: 2, ".")
    append(Int((milliseconds % 1_000 + 1_000) % 1_000), digits: 3, "Z")
    return String(decoding: text, as: UTF8.self)
  }
}
