import Foundation

/// The URL-safe base64 alphabet without padding (RFC 4648 section 5, as RFC 7515 uses it).
public enum Base64URL {
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text = Data(bytes).base64EncodedString()
    text = text.replacing("+", with: "-").replacing("/", with: "_")
    while text.last == "=" { text.removeLast() }
    return text
  }

  /// Nil for any character outside the alphabet, padding, an impossible length or stray trailing bits, so
  /// that one value has one spelling.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count * 3 / 4)
    var buffer: UInt32 = 0
    var bits = 0
    for character in text.utf8 {
      let value: UInt32
      switch character {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(character) - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(character) - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(character) + 4
      case UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "_"): value = 63
      default: return nil
      }
      buffer = buffer << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
      }
    }
    guard bits < 6, buffer & ((1 << UInt32(bits)) - 1) == 0 else { return nil }
    return bytes
  }
}
