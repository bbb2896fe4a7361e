import Foundation

/// Bytes of a message, as proto3 JSON writes them: base64 of either alphabet, padded or not.
public enum Base64Bytes {
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2, padding == 0 || text.utf8.count % 4 == 0 else { return nil }
    return Base64URL.decodeLeniently(Substring(String(text).utf8.dropLast(padding)))
  }

  /// The URL-safe alphabet, padded: what the official service answers.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    standard(bytes).replacing("+", with: "-").replacing("/", with: "_")
  }

  /// The ordinary alphabet, padded.
  public static func standard(_ bytes: some Sequence<UInt8>) -> String { Data(bytes).base64EncodedString() }
}
