import Identity
import Testing

@Suite("Timestamps")
struct TimestampTests {
  @Test("seconds that no moment fits become the last or the first moment")
  func saturates() {
    #expect(Timestamp(seconds: .max) == Timestamp(milliseconds: .max))
    #expect(Timestamp(seconds: .min) == Timestamp(milliseconds: .min))
    #expect(Timestamp(milliseconds: .max).adding(seconds: 1) == Timestamp(milliseconds: .max))
    #expect(Timestamp(milliseconds: .min).adding(seconds: -1) == Timestamp(milliseconds: .min))
    #expect(Timestamp(milliseconds: .min).seconds == Int64.min / 1000 - 1)
  }

  @Test("whole seconds are rounded down on both sides of 1970")
  func roundsDown() {
    #expect(Timestamp(milliseconds: 1999).seconds == 1)
    #expect(Timestamp(milliseconds: -1).seconds == -1)
    #expect(Timestamp(milliseconds: -1000).seconds == -1)
    #expect(Timestamp(milliseconds: -1001).seconds == -2)
  }
}
