import Crypto
import Foundation
import IdentityWire

/// Small hash functions of OAuth 2.0 and OpenID Connect, and the lab's random texts.
enum LabDigest {
  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  static func sha256Hexadecimal(_ text: String) -> String {
    hexadecimal(SHA256.hash(data: Array(text.utf8)))
  }

  /// `BASE64URL(SHA256(ASCII(code_verifier)))` (RFC 7636 section 4.2).
  static func codeChallenge(of verifier: String) -> String {
    Base64URL.encode(SHA256.hash(data: Array(verifier.utf8)))
  }

  /// The left half of the hash, for `at_hash` and `c_hash` (OpenID Connect Core sections 3.1.3.6, 3.3.2.11).
  static func half(_ text: String) -> String {
    Base64URL.encode(SHA256.hash(data: Array(text.utf8)).prefix(16))
  }

  static func hmacHexadecimal(key: String, _ message: String) -> String {
    hexadecimal(
      HMAC<SHA256>.authenticationCode(
        for: Array(message.utf8), using: SymmetricKey(data: Array(key.utf8))))
  }

  /// Compares in constant time for texts of the same length.
  static func isEqual(_ one: String, _ other: String) -> Bool {
    let left = Array(one.utf8)
    let right = Array(other.utf8)
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  static func random(bytes count: Int = 24) -> String {
    Base64URL.encode((0..<count).map { _ in UInt8.random(in: .min ... .max) })
  }

  /// A random text of letters and digits only, for tokens that are compared by prefix.
  static func randomAlphanumeric(_ count: Int) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    return String((0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count)] })
  }
}
