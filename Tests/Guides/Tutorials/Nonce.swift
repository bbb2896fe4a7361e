import CryptoKit
import Foundation

/// A random text that binds a provider's ID token to one request.
struct Nonce {
  /// The text itself. The provider never sees it.
  let raw: String

  /// The SHA-256 of the text, in hexadecimal. The provider repeats it in the ID token.
  var hashed: String {
    SHA256.hash(data: Data(raw.utf8)).map { String(format: "%02x", $0) }.joined()
  }

  init() {
    let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    var random = SystemRandomNumberGenerator()
    raw = String((0..<32).map { _ in characters[Int.random(in: characters.indices, using: &random)] })
  }
}
