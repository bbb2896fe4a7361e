import Crypto
import Foundation
import Identity

/// An authenticator app: RFC 6238 written once more, so that the server is not checked against itself.
public struct TestAuthenticator: Sendable {
  /// What the text stands for.
  public let secret: [UInt8]

  /// - Parameter base32: the secret as the app is shown it.
  public init(base32: String) throws {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    var bits = ""
    for character in base32 {
      guard let value = alphabet.firstIndex(of: character) else { throw TestFailure("not base32: \(base32)") }
      let digits = String(value, radix: 2)
      bits += String(repeating: "0", count: 5 - digits.count) + digits
    }
    secret = stride(from: 0, through: bits.count - 8, by: 8).map { offset in
      let start = bits.index(bits.startIndex, offsetBy: offset)
      return UInt8(bits[start..<bits.index(start, offsetBy: 8)], radix: 2) ?? 0
    }
  }

  public func password(at moment: Instant, intervalsLater: Int64 = 0) -> String {
    var counter = moment.seconds / 30 + intervalsLater
    var message: [UInt8] = []
    for _ in 0..<8 {
      message.insert(UInt8(truncatingIfNeeded: counter), at: 0)
      counter >>= 8
    }
    let digest = Array(
      HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: secret)))
    let offset = Int(digest[19]) % 16
    let number =
      Int(digest[offset] & 0x7F) << 24 | Int(digest[offset + 1]) << 16 | Int(digest[offset + 2]) << 8
      | Int(digest[offset + 3])
    return String(String(number + 10_000_000_000).suffix(6))
  }
}
