import Foundation
import Identity
import Testing

@Suite("Dates as text")
struct TimestampTextTests {
  // Fails when a leap year, a century or a month's end is counted wrongly.
  @Test("Every moment reads as Foundation writes it")
  func sameAsFoundation() {
    var generator = SystemRandomNumberGenerator()
    var moments: [Int64] = [
      0, 999, -1, 951_782_399_999, 951_782_400_000, 4_107_542_399_999, 253_402_300_799_999,
    ]
    // Each day of four centuries, and moments at random.
    moments += (0..<146_097).map { $0 * 86_400_000 - 86_400_000 }
    moments += (0..<10_000).map { _ in
      // Foundation counts Julian days before.
      Int64.random(in: -12_219_292_800_000...253_402_300_799_999, using: &generator)
    }
    var wrong: [Int64] = []
    for moment in moments {
      let seconds = Instant(milliseconds: moment).seconds
      let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601).dropLast()
      let fraction = String(1_000 + moment - seconds * 1_000).dropFirst()
      if Instant(milliseconds: moment).iso8601 != "\(whole).\(fraction)Z" { wrong.append(moment) }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    // ISO 8601 has one calendar for all time.
    #expect(Instant.writable.lowerBound.iso8601 == "0001-01-01T00:00:00.000Z")
  }

  @Test("Every day there is, is read, and none that there is not")
  func days() {
    for (year, leaps) in [(1900, false), (2000, true), (2023, false), (2024, true), (2100, false)] {
      for month in 1...12 {
        let last = month == 2 ? (leaps ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
        for day in 0...40 {
          func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
          let text = "\(year)-\(two(month))-\(two(day))T23:59:59"
          for zone in ["Z", ".250Z", "+14:00", "-12:00"] {
            let moment = Instant(iso8601: text + zone)
            #expect((moment != nil) == (1...last).contains(day), "\(text)\(zone)")
            if zone == ".250Z", let moment { #expect(moment.iso8601 == text + zone) }
          }
        }
      }
    }
  }

  @Test(
    "What is no moment is not read",
    arguments: [
      "", "2026", "2026-01", "2026-01-31", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z",
      "2026-01-31T24:00:01Z", "2026-01-31T25:00:00Z", "2026-01-31T12:60:00Z", "2026-01-31T12:00:61Z",
      "2026-01-31 12:00:00Z", "2026-01-31T12:00:00", "10000-01-01T00:00:00Z", "0000-12-31T00:00:00Z",
      "2026-01-31T12:00:00Z, or later", String(repeating: "9", count: 10_000),
    ])
  func noMoments(text: String) { #expect(Instant(iso8601: text) == nil) }
}
