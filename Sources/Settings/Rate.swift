/// A rate limit: the number of events that may happen at once. The same number becomes available again in every period.
public struct Rate: Sendable, Hashable {
  public var count: Int
  public var period: Duration

  public init(_ count: Int, per period: Duration) {
    self.count = count
    self.period = period
  }

  static let counts = 1...1_000_000_000
  /// The allowed periods in milliseconds.
  static let periods = 1_000...31 * 86_400_000

  /// Reads the rate as operators write it: `10/1h`.
  init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(parts[0]),
      Self.counts.contains(count),
      let milliseconds = DurationText.milliseconds(String(parts[1])), Self.periods.contains(milliseconds),
      milliseconds % 1_000 == 0
    else { return nil }
    self.init(count, per: .milliseconds(milliseconds))
  }
}
