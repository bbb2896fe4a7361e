import Crypto
import Foundation

/// Makes a file name of at most 80 bytes from any text. Different texts get different names, even if the file
/// system ignores case or normalises letters.
enum SafeFileName {
  static func make(of text: String) -> String {
    if isPlain(text) { return text }
    let readable = text.utf8.prefix(40).map { byte in
      let lower = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
      return isPlain(lower) ? lower : UInt8(ascii: "_")
    }
    let mark = SHA256.hash(data: Data(text.utf8)).prefix(16).hexadecimal
    // No plain name contains `~`, so no other text has the same file name.
    return String(decoding: readable, as: UTF8.self) + "~" + mark
  }

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= 60 else { return false }
    return first != UInt8(ascii: ".") && first != UInt8(ascii: "-") && text.utf8.allSatisfy(isPlain)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"),
      UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
