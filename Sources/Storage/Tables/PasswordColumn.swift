import Identity
import IdentityWire

/// A ``PasswordHash`` as text.
///
/// Firebase's scheme has a short form, `firebase-scrypt$rounds$memoryCost$separator$signerKey$salt$hash` with the bytes
/// in base64url, because most accounts use it and it is read with every account. Every other scheme is JSON.
enum PasswordColumn {
  private static let prefix = "firebase-scrypt"

  static func encode(_ password: PasswordHash) throws -> String {
    guard
      case .firebaseScrypt(let signerKey, let saltSeparator, let rounds, let memoryCost) = password.algorithm
    else { return try DocumentColumn.encode(password) }
    return [
      prefix, String(rounds), String(memoryCost), Base64URL.encode(saltSeparator),
      Base64URL.encode(signerKey), Base64URL.encode(password.salt), Base64URL.encode(password.hash),
    ].joined(separator: "$")
  }

  static func decode(_ text: String) throws -> PasswordHash {
    guard text.hasPrefix(prefix) else { return try DocumentColumn.decode(text) }
    let parts = Array(text.utf8).split(
      separator: UInt8(ascii: "$"), maxSplits: 7, omittingEmptySubsequences: false)
    guard parts.count == 7, parts[0].elementsEqual(prefix.utf8), let rounds = integer(parts[1]),
      let memoryCost = integer(parts[2]),
      let saltSeparator = Base64URL.decode(parts[3]), let signerKey = Base64URL.decode(parts[4]),
      let salt = Base64URL.decode(parts[5]), let hash = Base64URL.decode(parts[6])
    else { throw SQLFailure.corrupt("a password hash") }
    return PasswordHash(
      algorithm: .firebaseScrypt(
        signerKey: signerKey, saltSeparator: saltSeparator, rounds: rounds, memoryCost: memoryCost),
      salt: salt, hash: hash)
  }

  private static func integer(_ digits: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: digits, as: UTF8.self))
  }
}
