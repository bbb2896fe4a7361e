import Crypto

/// Makes the IDs that a seed file omits. Each reading of the file makes the same IDs.
enum SeedIdentifier {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

  /// Makes an ID of 28 letters and digits.
  static func text(of kind: String, _ origin: String) -> String {
    let digest = Array(SHA256.hash(data: Array("\(kind)/\(origin)".utf8)))
    let characters = digest.prefix(28).map { alphabet[Int($0) % alphabet.count] }
    return String(decoding: characters, as: UTF8.self)
  }
}
