import Identity

/// The Firebase emulator's password hashes, which contain readable passwords: they are the text
/// `fakeHash:salt=SALT:password=PASSWORD`.
///
/// Nothing else creates or checks such hashes: ``PasswordHasher`` refuses them. A server that creates an
/// instance of this type stores passwords in plain text.
public struct EmulatorPasswordHashes: Sendable {
  /// The maximum length of a hash's text in bytes.
  public static let maximumBytes = PasswordHasher.maximumPasswordBytes + 2 * PasswordBounds.maximumSaltBytes

  private static let prefix = "fakeHash:"

  /// - Parameter iKnowThatPasswordsCanBeRead: must be true. The long name makes every use easy to find.
  public init?(iKnowThatPasswordsCanBeRead: Bool) {
    guard iKnowThatPasswordsCanBeRead else { return nil }
  }

  /// True if the text has the prefix of an emulator hash.
  public static func recognizes(_ text: String) -> Bool { text.utf8.starts(with: prefix.utf8) }

  public func hash(_ password: String, salt: String) -> PasswordHash {
    PasswordHash(
      algorithm: .emulator, salt: Array(salt.utf8), hash: Array(Self.text(password, salt: salt).utf8))
  }

  /// Returns a hash with the text unchanged, as the emulator stores it. If the text is not in the
  /// emulator's format, no password matches the hash.
  ///
  /// - Parameter salt: the salt. If nil, the salt is read from the text.
  /// - Returns: nil if the text is too long.
  public func keeping(_ text: String, salt: String?) -> PasswordHash? {
    let salt = salt ?? Self.salt(in: text) ?? ""
    guard text.utf8.count <= Self.maximumBytes, salt.utf8.count <= PasswordBounds.maximumSaltBytes else {
      return nil
    }
    return PasswordHash(algorithm: .emulator, salt: Array(salt.utf8), hash: Array(text.utf8))
  }

  /// Returns the texts of a hash and its salt. Nil for a hash of another scheme.
  public func texts(of stored: PasswordHash) -> (hash: String, salt: String)? {
    guard stored.algorithm == .emulator else { return nil }
    return (String(decoding: stored.hash, as: UTF8.self), String(decoding: stored.salt, as: UTF8.self))
  }

  /// True if the hash has the emulator's format, so that a password can match it.
  public func isReadable(_ stored: PasswordHash) -> Bool {
    guard let texts = texts(of: stored) else { return false }
    return texts.hash.utf8.starts(with: Self.text("", salt: texts.salt).utf8)
  }

  /// True if the hash was made from this password. Compares in constant time.
  public func matches(_ password: String, _ stored: PasswordHash) -> Bool {
    guard let texts = texts(of: stored) else { return false }
    return constantTimeEqual(Array(Self.text(password, salt: texts.salt).utf8), stored.hash)
  }

  private static func text(_ password: String, salt: String) -> String {
    "\(prefix)salt=\(salt):password=\(password)"
  }

  private static func salt(in text: String) -> String? {
    let start = prefix + "salt="
    guard text.hasPrefix(start) else { return nil }
    let rest = text.dropFirst(start.count)
    return rest.firstRange(of: ":password=").map { String(rest[..<$0.lowerBound]) }
  }
}
