import Foundation

/// A moment, in whole milliseconds since 1970-01-01 UTC: the precision of the protocol's `createdAt`.
public struct Timestamp: Sendable, Hashable, Comparable, Codable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }
  public init(seconds: Int64) { milliseconds = seconds * 1000 }

  public init(from decoder: any Decoder) throws {
    milliseconds = try decoder.singleValueContainer().decode(Int64.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milliseconds)
  }

  /// Whole seconds, rounded down, as JWT dates are.
  public var seconds: Int64 { milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000 }
  public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  public func adding(seconds: Int64) -> Timestamp { Timestamp(milliseconds: milliseconds + seconds * 1000) }

  public static func < (one: Self, other: Self) -> Bool { one.milliseconds < other.milliseconds }
}
