import Foundation

/// Bytes in a proto3 JSON message: base64 in either alphabet, with or without padding.
public enum Base64Bytes {
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2, padding == 0 || text.utf8.count % 4 == 0 else { return nil }
    return Base64URL.decodeLeniently(Substring(String(text).utf8.dropLast(padding)))
  }

  /// Encodes with the URL-safe alphabet and padding, as the official service does.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    standard(bytes).replacing("+", with: "-").replacing("/", with: "_")
  }

  /// Encodes with the standard alphabet and padding.
  public static func standard(_ bytes: some Sequence<UInt8>) -> String { Data(bytes).base64EncodedString() }
}
