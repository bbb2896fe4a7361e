import Foundation
import RegexBuilder

extension Instant {
  /// Parses RFC 3339, with or without a fraction.
  ///
  /// Nil for other texts, for a day that does not exist (30 February), and for a moment outside ``writable``.
  public init?(iso8601 text: String) {
    // Foundation ignores trailing text and accepts values out of range: it reads 25:00 as 1:00 of the next day.
    let (time, zone) = (#/([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?/#, #/Z|[+\-]([01]\d|2[0-3]):[0-5]\d/#)
    let moment = Regex {
      Capture { #/\d{4}-\d\d-\d\d/# }
      "T"
      time
      zone
    }
    let style = Date.ISO8601FormatStyle()
    let ofDay = style.year().month().day()
    guard text.utf8.count <= 40, let day = text.wholeMatch(of: moment.asciiOnlyDigits())?.output.1,
      let date = (try? Date(text, strategy: style.time(includingFractionalSeconds: true)))
        ?? (try? Date(text, strategy: style)),
      let read = try? Date(String(day), strategy: ofDay), read.formatted(ofDay) == day,
      let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()),
      Self.writable.contains(Instant(milliseconds: milliseconds))
    else { return nil }
    self.init(milliseconds: milliseconds)
  }

  /// RFC 3339 in UTC with milliseconds: the official clients do not read dates without a fraction.
  public var iso8601: String {
    let moment = min(max(self, Self.writable.lowerBound), Self.writable.upperBound)
    let ofDay = (moment.milliseconds % Self.day + Self.day) % Self.day
    // Counts days since 0000-03-01. In years that begin in March, the leap day is the last day.
    let days = (moment.milliseconds - ofDay) / Self.day + 719_468
    let era = days / 146_097
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
    let date = [digits(year, 4), digits(month, 2), digits(dayOfYear - (153 * march + 2) / 5 + 1, 2)]
    let time = [ofDay / 3_600_000, ofDay / 60_000 % 60, ofDay / 1_000 % 60].map { digits($0, 2) }
    return "\(date.joined(separator: "-"))T\(time.joined(separator: ":")).\(digits(ofDay % 1_000, 3))Z"
  }

  private static let day: Int64 = 86_400_000
}
