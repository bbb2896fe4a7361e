import Foundation

/// Bytes of a message, as proto3 JSON writes them: base64 of either alphabet, padded or not.
public enum Base64Bytes {
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var body = Substring(text)
    var padding = 0
    while body.last == "=" {
      body.removeLast()
      padding += 1
    }
    guard padding <= 2, padding == 0 || (body.utf8.count + padding) % 4 == 0 else { return nil }
    return Base64URL.decode(body.replacing("+", with: "-").replacing("/", with: "_"))
  }

  /// The URL-safe alphabet, padded: what the official service answers.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    standard(bytes).replacing("+", with: "-").replacing("/", with: "_")
  }

  /// The ordinary alphabet, padded.
  public static func standard(_ bytes: some Sequence<UInt8>) -> String { Data(bytes).base64EncodedString() }
}
