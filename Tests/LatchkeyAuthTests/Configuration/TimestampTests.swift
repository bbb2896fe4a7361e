import FirebaseCore
import Foundation
import Testing

@Suite("FirebaseCore's smaller types")
struct TimestampTests {
  @Test("a timestamp and a date are made of each other")
  func dates() {
    #expect(
      Timestamp(date: Date(timeIntervalSince1970: 1.5)) == Timestamp(seconds: 1, nanoseconds: 500_000_000))
    #expect(
      Timestamp(date: Date(timeIntervalSince1970: -1.25)) == Timestamp(seconds: -2, nanoseconds: 750_000_000))
    #expect(Timestamp(seconds: 7, nanoseconds: 500_000_000).dateValue().timeIntervalSince1970 == 7.5)
    #expect(abs(Timestamp().dateValue().timeIntervalSinceNow) < 60)
  }

  @Test("moments that no calendar has become the nearest that has")
  func bounds() {
    #expect(Timestamp(date: .distantPast).seconds >= -62_135_596_800)
    #expect(Timestamp(date: Date(timeIntervalSince1970: .infinity)).seconds == 253_402_300_799)
    #expect(Timestamp(date: Date(timeIntervalSince1970: -1e300)).seconds == -62_135_596_800)
    #expect(Timestamp(seconds: .max, nanoseconds: .max).nanoseconds == 999_999_999)
    #expect(Timestamp(seconds: 0, nanoseconds: -1).nanoseconds == 0)
  }

  @Test("timestamps compare by seconds, then nanoseconds")
  func compare() {
    let early = Timestamp(seconds: 1, nanoseconds: 2)
    #expect(early.compare(Timestamp(seconds: 1, nanoseconds: 3)) == .orderedAscending)
    #expect(early.compare(Timestamp(seconds: 0, nanoseconds: 9)) == .orderedDescending)
    #expect(early.compare(Timestamp(seconds: 1, nanoseconds: 2)) == .orderedSame)
    #expect(Set([early, Timestamp(seconds: 1, nanoseconds: 2)]).count == 1)
  }

  @Test("the logger's levels have FirebaseCore's numbers, and the version is a release of it")
  func levels() {
    #expect(FirebaseLoggerLevel.allValues.map(\.rawValue) == [3, 4, 5, 6, 7])
    #expect(FirebaseLoggerLevel.min == .error)
    #expect(FirebaseLoggerLevel.max == .debug)
    #expect(FirebaseVersion().split(separator: ".").compactMap { Int($0) }.count == 3)
  }
}

extension FirebaseLoggerLevel {
  fileprivate static let allValues: [FirebaseLoggerLevel] = [.error, .warning, .notice, .info, .debug]
}
