/// A duration in rules, with nanoseconds, of at most ten thousand years, positive or negative.
struct RulesDuration: Sendable, Hashable, Comparable {
  let seconds: Int64
  /// The remaining nanoseconds: less than a second, with the same sign as the seconds.
  let nanoseconds: Int32

  static let zero = RulesDuration(uncheckedSeconds: 0, nanoseconds: 0)
  private static let maximumSeconds: Int64 = 315_576_000_000

  private init(uncheckedSeconds: Int64, nanoseconds: Int32) {
    seconds = uncheckedSeconds
    self.nanoseconds = nanoseconds
  }

  /// Creates a duration; nil if it exceeds the maximum.
  init?(seconds: Int64, nanoseconds: Int64) {
    let (total, overflow) = seconds.addingReportingOverflow(nanoseconds / 1_000_000_000)
    guard !overflow else { return nil }
    var whole = total
    var rest = nanoseconds % 1_000_000_000
    if whole > 0, rest < 0 {
      whole -= 1
      rest += 1_000_000_000
    } else if whole < 0, rest > 0 {
      whole += 1
      rest -= 1_000_000_000
    }
    guard (-Self.maximumSeconds...Self.maximumSeconds).contains(whole) else { return nil }
    self.seconds = whole
    self.nanoseconds = Int32(rest)
  }

  /// - Parameter unit: `w`, `d`, `h`, `m`, `s`, `ms` or `ns`.
  init?(_ count: Int64, unit: String) {
    let secondsOfUnit: [String: Int64] = ["w": 604_800, "d": 86_400, "h": 3600, "m": 60, "s": 1]
    if let factor = secondsOfUnit[unit] {
      let (seconds, overflow) = count.multipliedReportingOverflow(by: factor)
      guard !overflow else { return nil }
      self.init(seconds: seconds, nanoseconds: 0)
    } else if unit == "ms" {
      self.init(seconds: count / 1000, nanoseconds: count % 1000 * 1_000_000)
    } else if unit == "ns" {
      self.init(seconds: 0, nanoseconds: count)
    } else {
      return nil
    }
  }

  static func < (first: RulesDuration, second: RulesDuration) -> Bool {
    (first.seconds, first.nanoseconds) < (second.seconds, second.nanoseconds)
  }

  func adding(_ other: RulesDuration) -> RulesDuration? {
    RulesDuration(
      seconds: seconds + other.seconds, nanoseconds: Int64(nanoseconds) + Int64(other.nanoseconds))
  }

  var negated: RulesDuration { RulesDuration(uncheckedSeconds: -seconds, nanoseconds: -nanoseconds) }

  var magnitude: RulesDuration { seconds < 0 || nanoseconds < 0 ? negated : self }
}
