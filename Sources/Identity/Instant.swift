import Foundation

/// A moment, in whole milliseconds since 1970-01-01 UTC: the precision of the protocol's `createdAt`.
public struct Instant: Sendable, Hashable, Comparable, Codable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }
  /// Clients choose this number: seconds that do not fit become the first or last possible moment.
  public init(seconds: Int64) {
    let (product, overflows) = seconds.multipliedReportingOverflow(by: 1000)
    milliseconds = overflows ? (seconds < 0 ? .min : .max) : product
  }

  public init(from decoder: any Decoder) throws {
    milliseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }

  /// Whole seconds, rounded down, as JWT dates are.
  public var seconds: Int64 {
    milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0)
  }
  public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// If the result does not fit, returns the first or last possible moment.
  public func adding(seconds: Int64) -> Instant {
    adding(milliseconds: Instant(seconds: seconds).milliseconds)
  }

  /// If the result does not fit, returns the first or last possible moment.
  public func adding(milliseconds offset: Int64) -> Instant {
    let (sum, overflows) = milliseconds.addingReportingOverflow(offset)
    return Instant(milliseconds: overflows ? (offset < 0 ? .min : .max) : sum)
  }

  /// The moments that RFC 3339 can write: the years 1 to 9999.
  public static let writable =
    Instant(milliseconds: -62_135_596_800_000)...Instant(milliseconds: 253_402_300_799_999)

  /// The moments at which an event of an account can have happened: from 1970, where the protocol's dates begin.
  public static let ofAccounts = Instant(milliseconds: 0)...writable.upperBound

  public static func < (one: Self, other: Self) -> Bool { one.milliseconds < other.milliseconds }
}
