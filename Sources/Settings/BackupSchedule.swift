/// The schedule of the server's database copies.
public enum BackupSchedule: Sendable, Hashable {
  /// A time after the previous copy, in seconds.
  case every(seconds: Int64)
  /// Once a day, at a number of minutes after midnight UTC.
  case daily(minute: Int64)

  /// The allowed intervals in milliseconds.
  static let intervals = 600_000...31 * 86_400_000
  static let expectation =
    "a time between two copies from 10m to 31d, such as 6h, or a time of day in UTC, such as 03:30"
  private static let day: Int64 = 86_400

  /// Reads the schedule as operators write it: `6h`, `03:30`.
  public init?(text: String) {
    if text.contains(":") {
      let digits = Array(text.utf8)
      func number(_ index: Int) -> Int64? {
        let ten = digits[index]
        let one = digits[index + 1]
        let all = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard all.contains(ten), all.contains(one) else { return nil }
        return Int64(ten - all.lowerBound) * 10 + Int64(one - all.lowerBound)
      }
      guard digits.count == 5, digits[2] == UInt8(ascii: ":"), let hour = number(0), let minute = number(3),
        hour < 24, minute < 60
      else { return nil }
      self = .daily(minute: hour * 60 + minute)
    } else {
      guard let milliseconds = DurationText.milliseconds(text), Self.intervals.contains(milliseconds),
        milliseconds.isMultiple(of: 1_000)
      else { return nil }
      self = .every(seconds: Int64(milliseconds / 1_000))
    }
  }

  /// The number of seconds between two copies.
  public var interval: Int64 {
    switch self {
    case .every(let seconds): seconds
    case .daily: Self.day
    }
  }

  /// Returns the time at which the next copy is due. Times are in seconds since 1970.
  ///
  /// - Parameter last: the time of the last copy.
  private func due(after last: Int64) -> Int64 {
    switch self {
    case .every(let seconds): return last + seconds
    case .daily(let minute):
      let (offset, day) = (minute * 60, Self.day)
      // The first later time with that time of day.
      let passed = (last - offset) / day - ((last - offset) % day < 0 ? 1 : 0)
      return (passed + 1) * day + offset
    }
  }

  /// True if a copy must be made: if there is no copy yet, or if the next copy is due.
  ///
  /// - Parameters:
  ///   - last: the time of the last good copy, not later than now; nil for none.
  public func isDue(after last: Int64?, now: Int64) -> Bool {
    guard let last else { return true }
    return due(after: last) <= now
  }

  /// True if the last copy is so old that two copies in a row are missing.
  public func isLate(after last: Int64, now: Int64) -> Bool { now - last > 2 * interval }
}
