import Crypto
import Foundation
import Identity
import IdentityWire

/// A recovery code as people read and type it: 80 bits in base32 (RFC 4648 section 6), whose digits 2 to 7 leave out those
/// that look like letters, in four groups.
struct RecoveryCode: Sendable {
  /// Without groups.
  private static let digits = 16
  /// Bytes that are looked at: a code with every separator that a person may type.
  private static let maximumLength = 64

  private let bytes: [UInt8]

  /// - Parameter bytes: ``RecoveryCodes/length`` of them, at random.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a code in either case, with or without its groups, and with the digits that people take for letters. Nil for
  /// another text, such as the six digits of other factors.
  init?(_ text: String) {
    guard text.utf8.count <= Self.maximumLength else { return nil }
    var letters: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"), UInt8(ascii: " "): continue
      case UInt8(ascii: "0"): letters.append(UInt8(ascii: "O"))
      case UInt8(ascii: "1"): letters.append(UInt8(ascii: "I"))
      case UInt8(ascii: "8"): letters.append(UInt8(ascii: "B"))
      default: letters.append(byte)
      }
    }
    guard letters.count == Self.digits, let bytes = Base32.decode(String(decoding: letters, as: UTF8.self))
    else {
      return nil
    }
    self.bytes = bytes
  }

  /// `ABCD-EFGH-IJKL-MNOP`.
  var text: String {
    let letters = Array(Base32.encode(bytes))
    return stride(from: 0, to: letters.count, by: 4).map { start in
      String(letters[start..<min(start + 4, letters.count)])
    }.joined(separator: "-")
  }

  /// What the account knows the code by (RFC 2104).
  func hash(key: [UInt8]) -> String {
    Base64URL.encode(Array(HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: key))))
  }
}
