import Foundation

/// A point in time in UTC, with nanoseconds. FirebaseCore has this type, and other Firebase modules use it.
///
/// The range is the years 1 to 9999. Times outside this range are clamped to the nearest limit.
public final class Timestamp: NSObject, NSCopying, Sendable {
  /// Seconds since 1970.
  public let seconds: Int64
  /// 0 to 999,999,999. The nanoseconds are added to the seconds, also for times before 1970.
  public let nanoseconds: Int32

  /// Creates a timestamp from its parts. Values out of range are clamped to the nearest limit.
  ///
  /// - Parameters:
  ///   - seconds: the seconds since 1970; negative for times before 1970.
  ///   - nanoseconds: 0 to 999,999,999.
  public init(seconds: Int64, nanoseconds: Int32) {
    let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799
    self.seconds = min(max(seconds, range.lowerBound), range.upperBound)
    self.nanoseconds = min(max(nanoseconds, 0), 999_999_999)
  }

  /// Converts a date, without loss of precision.
  public convenience init(date: Date) {
    let time = date.timeIntervalSince1970
    let whole = time.rounded(.down)
    guard whole.isFinite, abs(whole) < 1e12 else {
      self.init(seconds: time < 0 ? .min : .max, nanoseconds: 0)
      return
    }
    self.init(seconds: Int64(whole), nanoseconds: Int32(((time - whole) * 1e9).rounded(.down)))
  }

  /// The current time.
  public override convenience init() { self.init(date: Date()) }

  /// The timestamp as a date, with a precision of about a microsecond.
  public func dateValue() -> Date {
    Date(timeIntervalSince1970: Double(seconds) + Double(nanoseconds) / 1e9)
  }

  /// Compares two timestamps.
  public func compare(_ other: Timestamp) -> ComparisonResult {
    let (left, right) = ((seconds, nanoseconds), (other.seconds, other.nanoseconds))
    return left == right ? .orderedSame : left < right ? .orderedAscending : .orderedDescending
  }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? Timestamp).map { compare($0) == .orderedSame } ?? false
  }

  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(seconds)
    hasher.combine(nanoseconds)
    return hasher.finalize()
  }

  public override var description: String { "Timestamp(seconds: \(seconds), nanoseconds: \(nanoseconds))" }
}
