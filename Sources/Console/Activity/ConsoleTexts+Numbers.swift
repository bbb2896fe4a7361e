import Foundation
import Identity

/// Numbers and times in the reader's format.
extension ConsoleTexts {
  private var locale: Locale { Locale(identifier: language.rawValue) }

  func number(_ number: Int64) -> String { number.formatted(.number.locale(locale)) }
  func number(_ number: Int) -> String { self.number(Int64(number)) }

  /// A number in its shortest form: `1.2K`.
  func shortNumber(_ number: Int64) -> String {
    guard number >= 10_000 else { return self.number(number) }
    return number.formatted(
      .number.notation(.compactName).precision(.significantDigits(1...3)).locale(locale))
  }

  /// The day in UTC, without its year.
  func day(_ moment: Instant) -> String {
    moment.date.formatted(
      Date.FormatStyle(locale: locale, timeZone: .gmt).month(.abbreviated).day())
  }

  /// The hour and minute in UTC.
  func time(_ moment: Instant) -> String {
    let minutes = (moment.milliseconds - Activity.Step.day.start(of: moment).milliseconds) / 60_000
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }

  /// Seconds in the largest unit that is not zero: `3 days`.
  func span(_ seconds: Int64) -> String {
    let seconds = max(0, seconds)
    let (key, count): (String, Int64) =
      switch seconds {
      case ..<120: ("seconds", seconds)
      case ..<7_200: ("minutes", seconds / 60)
      case ..<172_800: ("hours", seconds / 3_600)
      default: ("days", seconds / 86_400)
      }
    return self("activity.\(key)", ["count": number(count)])
  }
}
