import Crypto
import Foundation
import Identity
import Secrets

/// Time-based one-time passwords (RFC 6238), in the variant that every authenticator app supports:
/// HMAC-SHA-1, six digits, a new one every 30 seconds.
struct TOTP: Sendable {
  static let digits = 6
  /// Seconds.
  static let period: Int64 = 30
  static let algorithm = "SHA1"
  /// The length in bytes that RFC 4226 section 4 recommends.
  static let secretLength = 20

  private let secret: SymmetricKey

  init(secret: [UInt8]) { self.secret = SymmetricKey(data: secret) }

  static func step(at moment: Instant) -> Int64 { moment.seconds / period }

  /// Returns the password of a time step (RFC 4226 section 5.3).
  func password(atStep step: Int64) -> String {
    let counter = withUnsafeBytes(of: step.bigEndian) { Data($0) }
    let digest = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: secret))
    let offset = Int(digest[digest.count - 1] & 0x0F)
    let number = digest[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
    let text = String(number % 1_000_000)
    return String(repeating: "0", count: Self.digits - text.count) + text
  }

  /// Returns the time step of a password, among the current step and the given number of steps before and after it.
  /// The computing time does not reveal which step it is.
  func step(of password: String, now: Instant, adjacentIntervals: Int) -> Int64? {
    let present = Self.step(at: now)
    var found: Int64?
    for step in (present - Int64(adjacentIntervals))...(present + Int64(adjacentIntervals))
    where constantTimeEqual(password, self.password(atStep: step)) {
      found = step
    }
    return found
  }
}
