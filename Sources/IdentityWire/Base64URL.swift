/// The URL-safe base64 alphabet without padding (RFC 4648 section 5, as RFC 7515 uses it).
public enum Base64URL {
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    let length = (bytes.count * 4 + 2) / 3
    return String(unsafeUninitializedCapacity: length) { text in
      var (buffer, bits, end): (UInt32, UInt32, Int) = (0, 0, 0)
      func append(_ value: UInt32) {
        text[end] = alphabet[Int(value & 63)]
        end += 1
      }
      for byte in bytes {
        buffer = buffer << 8 | UInt32(byte)
        bits += 8
        while bits >= 6 {
          bits -= 6
          append(buffer >> bits)
        }
      }
      if bits > 0 { append(buffer << (6 - bits)) }
      return end
    }
  }

  /// Decodes a text. Nil if it has padding, a character outside the alphabet, an impossible length, or unused bits that
  /// are not zero. So each value has exactly one spelling.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    text.utf8.withContiguousStorageIfAvailable(decode) ?? Array(text.utf8).withUnsafeBufferPointer(decode)
  }

  public static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? { text.withUnsafeBufferPointer(decode) }

  /// Decodes as ``decode(_:)`` does, and also accepts the characters `+` and `/` of the standard alphabet.
  static func decodeLeniently(_ text: some StringProtocol) -> [UInt8]? {
    text.utf8.withContiguousStorageIfAvailable { decode($0, by: lenientValues) }
      ?? Array(text.utf8).withUnsafeBufferPointer { decode($0, by: lenientValues) }
  }

  private static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? { decode(text, by: values) }

  private static func decode(_ text: UnsafeBufferPointer<UInt8>, by values: [UInt8]) -> [UInt8]? {
    var isValid = true
    let bytes = [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4) { bytes, count in
      var (buffer, bits): (UInt32, UInt32) = (0, 0)
      for character in text {
        let value = values[Int(character)]
        guard value < 64 else {
          isValid = false
          return
        }
        buffer = buffer << 6 | UInt32(value)
        bits += 6
        if bits >= 8 {
          bits -= 8
          bytes[count] = UInt8(truncatingIfNeeded: buffer >> bits)
          count += 1
        }
      }
      isValid = bits < 6 && buffer & ((1 << bits) - 1) == 0
    }
    return isValid ? bytes : nil
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The values by character; 255 for characters outside the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  private static let lenientValues: [UInt8] = {
    var values = Self.values
    values[Int(UInt8(ascii: "+"))] = 62
    values[Int(UInt8(ascii: "/"))] = 63
    return values
  }()
}
