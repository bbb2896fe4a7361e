import Foundation
import Identity
import Testing

@testable import Operations

@Suite("Dates as text")
struct DateTextTests {
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
      let seconds = Timestamp(milliseconds: moment).seconds
      let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601).dropLast()
      let fraction = String(1_000 + moment - seconds * 1_000).dropFirst()
      if Timestamp(milliseconds: moment).iso8601 != "\(whole).\(fraction)Z" { wrong.append(moment) }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
    // ISO 8601 has one calendar for all time.
    #expect(Timestamp.writable.lowerBound.iso8601 == "0001-01-01T00:00:00.000Z")
  }
}
