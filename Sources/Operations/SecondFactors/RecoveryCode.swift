import Crypto
import Foundation
import Identity
import IdentityWire

/// A recovery code in readable form: 80 bits in Base32 (RFC 4648 section 6) in four groups. Base32 uses only the
/// digits 2 to 7, because other digits look like letters.
struct RecoveryCode: Sendable {
  /// The number of characters without separators.
  private static let digits = 16
  /// The maximum length in bytes: a code with every separator that a person may type.
  private static let maximumLength = 64

  private let bytes: [UInt8]

  /// - Parameter bytes: ``RecoveryCodes/length`` random bytes.
  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Parses a code in upper or lower case, with or without separators, and with digits that look like
  /// letters. Nil for other texts, such as the six digits of other factors.
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

  /// Returns the hash (RFC 2104) by which the account recognises the code.
  func hash(key: [UInt8]) -> String {
    Base64URL.encode(Array(HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: key))))
  }
}
