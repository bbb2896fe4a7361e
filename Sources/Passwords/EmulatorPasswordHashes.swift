import Identity

/// The Firebase emulator's password hashes, in which everybody can read the passwords: they are the text
/// `fakeHash:salt=SALT:password=PASSWORD`.
///
/// Nothing else makes or checks one: ``PasswordHasher`` refuses them. A server that constructs this keeps the passwords
/// of such hashes in plain text.
public struct EmulatorPasswordHashes: Sendable {
  /// Bytes of a hash's text.
  public static let maximumBytes = PasswordHasher.maximumPasswordBytes + 2 * PasswordBounds.maximumSaltBytes

  private static let prefix = "fakeHash:"

  /// - Parameter iKnowThatPasswordsCanBeRead: has to be true; here so that a search finds every use.
  public init?(iKnowThatPasswordsCanBeRead: Bool) {
    guard iKnowThatPasswordsCanBeRead else { return nil }
  }

  /// True for a text that means to be such a hash.
  public static func recognizes(_ text: String) -> Bool { text.utf8.starts(with: prefix.utf8) }

  public func hash(_ password: String, salt: String) -> PasswordHash {
    PasswordHash(
      algorithm: .emulator, salt: Array(salt.utf8), hash: Array(Self.text(password, salt: salt).utf8))
  }

  /// A hash as the emulator keeps it, whatever the text is. One of another kind than its own is right for no password.
  ///
  /// - Parameter salt: nil takes it from the text.
  /// - Returns: nil for a text that is too long.
  public func keeping(_ text: String, salt: String?) -> PasswordHash? {
    let salt = salt ?? Self.salt(in: text) ?? ""
    guard text.utf8.count <= Self.maximumBytes, salt.utf8.count <= PasswordBounds.maximumSaltBytes else {
      return nil
    }
    return PasswordHash(algorithm: .emulator, salt: Array(salt.utf8), hash: Array(text.utf8))
  }

  /// The texts of a hash and its salt. Nil for a hash of another kind.
  public func texts(of stored: PasswordHash) -> (hash: String, salt: String)? {
    guard stored.algorithm == .emulator else { return nil }
    return (String(decoding: stored.hash, as: UTF8.self), String(decoding: stored.salt, as: UTF8.self))
  }

  /// True if some password is right for the hash.
  public func isReadable(_ stored: PasswordHash) -> Bool {
    guard let texts = texts(of: stored) else { return false }
    return texts.hash.utf8.starts(with: Self.text("", salt: texts.salt).utf8)
  }

  /// True if the hash is of this password. Takes the same time wherever the difference is.
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
