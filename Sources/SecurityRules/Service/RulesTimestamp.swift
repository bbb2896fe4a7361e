import Foundation

/// A timestamp in rules: UTC with nanoseconds, in the years 1 to 9999.
struct RulesTimestamp: Sendable, Hashable, Comparable {
  /// Seconds since 1970.
  let seconds: Int64
  /// Nanoseconds: 0..<1_000_000_000.
  let nanoseconds: Int32

  private static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// Creates a timestamp; nil if it is outside the years 1 to 9999.
  init?(seconds: Int64, nanoseconds: Int32) {
    guard Self.range.contains(seconds), (0..<1_000_000_000).contains(nanoseconds) else { return nil }
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  init?(milliseconds: Int64) {
    let seconds = milliseconds >= 0 ? milliseconds / 1000 : -((999 - milliseconds) / 1000)
    self.init(seconds: seconds, nanoseconds: Int32(milliseconds - seconds * 1000) * 1_000_000)
  }

  init?(_ date: Date) {
    let time = date.timeIntervalSince1970
    guard time.isFinite, abs(time) < 1e12 else { return nil }
    let whole = time.rounded(.down)
    self.init(
      seconds: Int64(whole), nanoseconds: min(999_999_999, Int32(((time - whole) * 1e9).rounded())))
  }

  /// The start of a day of the proleptic Gregorian calendar.
  init?(year: Int64, month: Int64, day: Int64) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.daysInMonth(year, month)).contains(day)
    else { return nil }
    self.init(seconds: Self.days(year, month, day) * 86_400, nanoseconds: 0)
  }

  /// Reads RFC 3339.
  init?(rfc3339 text: String) {
    let bytes = Array(text.utf8)
    func number(_ start: Int, _ count: Int) -> Int64? {
      guard start + count <= bytes.count,
        bytes[start..<(start + count)].allSatisfy({ (0x30...0x39).contains($0) })
      else { return nil }
      return Int64(String(decoding: bytes[start..<(start + count)], as: UTF8.self))
    }
    func at(_ index: Int, _ characters: String) -> Bool {
      index < bytes.count && characters.utf8.contains(bytes[index])
    }
    guard let year = number(0, 4), at(4, "-"), let month = number(5, 2), at(7, "-"), let day = number(8, 2),
      at(10, "Tt "), let hour = number(11, 2), at(13, ":"), let minute = number(14, 2), at(16, ":"),
      let second = number(17, 2), hour < 24, minute < 60, second <= 60,
      let date = RulesTimestamp(year: year, month: month, day: day)
    else { return nil }
    var index = 19
    var nanoseconds: Int64 = 0
    if at(index, ".") {
      var scale: Int64 = 100_000_000
      index += 1
      guard number(index, 1) != nil else { return nil }
      while let digit = number(index, 1) {
        nanoseconds += digit * scale
        scale /= 10
        index += 1
      }
    }
    var offset: Int64 = 0
    if at(index, "Zz") {
      index += 1
    } else {
      guard at(index, "+-"), let hours = number(index + 1, 2), at(index + 3, ":"),
        let minutes = number(index + 4, 2), hours < 24, minutes < 60
      else { return nil }
      offset = (hours * 3600 + minutes * 60) * (at(index, "-") ? -1 : 1)
      index += 6
    }
    guard index == bytes.count else { return nil }
    self.init(
      seconds: date.seconds + hour * 3600 + minute * 60 + second - offset, nanoseconds: Int32(nanoseconds))
  }

  static func < (first: RulesTimestamp, second: RulesTimestamp) -> Bool {
    (first.seconds, first.nanoseconds) < (second.seconds, second.nanoseconds)
  }

  /// Days since 1970, rounded down.
  private var dayNumber: Int64 { (seconds - secondOfDay) / 86_400 }

  private var secondOfDay: Int64 {
    let rest = seconds % 86_400
    return rest < 0 ? rest + 86_400 : rest
  }

  /// The calendar date. The computation counts eras of 400 years that begin on the first of March.
  var civil: (year: Int64, month: Int64, day: Int64) {
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func daysInMonth(_ year: Int64, _ month: Int64) -> Int64 {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Int(month) - 1]
  }

  var hour: Int64 { secondOfDay / 3600 }
  var minute: Int64 { secondOfDay / 60 % 60 }
  var second: Int64 { secondOfDay % 60 }
  /// The day of the week: Monday is 1, Sunday is 7.
  var dayOfWeek: Int64 {
    let day = (dayNumber + 3) % 7
    return (day < 0 ? day + 7 : day) + 1
  }
  /// The day of the year, from 1.
  var dayOfYear: Int64 { dayNumber - Self.days(civil.year, 1, 1) + 1 }
  var milliseconds: Int64 { seconds * 1000 + Int64(nanoseconds) / 1_000_000 }

  /// The start of the timestamp's day.
  var startOfDay: RulesTimestamp { RulesTimestamp(seconds: seconds - secondOfDay, nanoseconds: 0) ?? self }

  var timeOfDay: RulesDuration {
    RulesDuration(seconds: secondOfDay, nanoseconds: Int64(nanoseconds)) ?? .zero
  }

  func adding(_ duration: RulesDuration) -> RulesTimestamp? {
    let nanoseconds = Int64(nanoseconds) + Int64(duration.nanoseconds)
    let carry: Int64 = nanoseconds < 0 ? -1 : nanoseconds >= 1_000_000_000 ? 1 : 0
    return RulesTimestamp(
      seconds: seconds + duration.seconds + carry, nanoseconds: Int32(nanoseconds - carry * 1_000_000_000))
  }

  func since(_ other: RulesTimestamp) -> RulesDuration? {
    RulesDuration(
      seconds: seconds - other.seconds, nanoseconds: Int64(nanoseconds) - Int64(other.nanoseconds))
  }

  /// The timestamp in RFC 3339, in UTC.
  var text: String {
    let date = civil
    func padded(_ value: Int64, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    var fraction = ""
    if nanoseconds != 0 {
      fraction = "." + padded(Int64(nanoseconds), 9)
      while fraction.hasSuffix("0") { fraction.removeLast() }
    }
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
      + "T\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))\(fraction)Z"
  }
}
