import Identity
import Testing

@testable import Operations

@Suite("Time-based one-time passwords")
struct TOTPTests {
  private let totp = TOTP(secret: Array("12345678901234567890".utf8))

  @Test(
    "are those of RFC 6238 appendix B, by their last six digits",
    arguments: [
      (Int64(59), "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
      (2_000_000_000, "279037"), (20_000_000_000, "353130"),
    ])
  func vectors(seconds: Int64, password: String) {
    #expect(totp.password(atStep: TOTP.step(at: Instant(seconds: seconds))) == password)
  }

  @Test("are those of RFC 4226 appendix D, by counter")
  func counters() {
    let expected = [
      "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489",
    ]
    #expect((0..<10).map { totp.password(atStep: $0) } == expected)
  }

  @Test("count for so many intervals before and after, and no further", arguments: [0, 1, 5, 10])
  func window(intervals: Int) {
    let now = Instant(seconds: 2_000_000_010)
    let present = TOTP.step(at: now)
    for offset in Int64(-12)...12 {
      let found = totp.step(
        of: totp.password(atStep: present + offset), now: now, adjacentIntervals: intervals)
      #expect(found == (abs(offset) <= Int64(intervals) ? present + offset : nil), "\(offset)")
    }
  }

  @Test("count only whole", arguments: ["", "27903", "2790370", " 279037", "２７９０３７"])
  func malformed(password: String) {
    #expect(totp.step(of: password, now: Instant(seconds: 2_000_000_000), adjacentIntervals: 5) == nil)
  }
}

@Suite("Codes of text messages")
struct RandomCodeTests {
  /// Gives the bytes that it was told to, and then zeroes.
  private struct Scripted: RandomSource {
    let script: [[UInt8]]
    private final class Position: @unchecked Sendable { var next = 0 }
    private let position = Position()
    init(_ script: [[UInt8]]) { self.script = script }

    func bytes(_ count: Int) -> [UInt8] {
      defer { position.next += 1 }
      return position.next < script.count ? script[position.next] : [UInt8](repeating: 0, count: count)
    }
  }

  @Test("have six digits, with the zeroes before them")
  func digits() {
    #expect(PhoneVerification.randomCode(Scripted([[0, 0, 0, 7]])) == "000007")
    #expect(PhoneVerification.randomCode(Scripted([[0, 15, 66, 63]])) == "999999")
    #expect(PhoneVerification.randomCode(Scripted([[0, 15, 66, 64]])) == "000000")
  }

  @Test("are each equally likely: what is left over of the random numbers is thrown away")
  func uniform() {
    // 4,294,000,000 = 0xFFF13D80 would be the 4,295th chance of 000000.
    #expect(
      PhoneVerification.randomCode(Scripted([[0xFF, 0xF1, 0x3D, 0x80], [0, 0, 0, 42]])) == "000042")
    #expect(PhoneVerification.randomCode(Scripted([[0xFF, 0xF1, 0x3D, 0x7F]])) == "999999")
  }
}
