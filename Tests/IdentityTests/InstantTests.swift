import Identity
import Testing

@Suite("Timestamps")
struct InstantTests {
  @Test("seconds that no moment fits become the last or the first moment")
  func saturates() {
    #expect(Instant(seconds: .max) == Instant(milliseconds: .max))
    #expect(Instant(seconds: .min) == Instant(milliseconds: .min))
    #expect(Instant(milliseconds: .max).adding(seconds: 1) == Instant(milliseconds: .max))
    #expect(Instant(milliseconds: .min).adding(seconds: -1) == Instant(milliseconds: .min))
    #expect(Instant(milliseconds: .min).seconds == Int64.min / 1000 - 1)
  }

  @Test("whole seconds are rounded down on both sides of 1970")
  func roundsDown() {
    #expect(Instant(milliseconds: 1999).seconds == 1)
    #expect(Instant(milliseconds: -1).seconds == -1)
    #expect(Instant(milliseconds: -1000).seconds == -1)
    #expect(Instant(milliseconds: -1001).seconds == -2)
  }
}
