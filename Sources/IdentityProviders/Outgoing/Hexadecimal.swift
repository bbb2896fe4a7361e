import Crypto
import Foundation

/// Returns lower-case hexadecimal digits.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef".utf8)
  return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

/// Returns the lower-case hexadecimal SHA-256, which clients send as `nonce` for a raw nonce.
public func sha256Hex(_ text: String) -> String { hexadecimal(SHA256.hash(data: Data(text.utf8))) }
