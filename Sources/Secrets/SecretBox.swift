import Crypto
import Foundation

/// Seals secrets that are stored in the database, with AES-256-GCM and keys derived from a master key that
/// is not in the database. Each purpose has its own derived key, so that a value sealed for one purpose,
/// project or row cannot be opened for another.
///
/// During a change of the master key, the current key seals, and both the current and the former key open.
public struct SecretBox: Sendable {
  public enum Failure: Error {
    /// The data was sealed under another key or for another purpose, or was changed.
    case cannotOpen
    case malformedKey
  }

  private let keys: MasterKeys

  /// - Parameter masterKey: 32 random bytes.
  public init(masterKey: some ContiguousBytes) throws(Failure) {
    self.init(keys: MasterKeys(fixed: try MasterKey(masterKey)))
  }

  public init(keys: MasterKeys) { self.keys = keys }

  /// - Parameter context: names the purpose and the row, for example `provider/my-app/github.com`.
  public func seal(_ plaintext: some DataProtocol, context: String) throws -> Data {
    guard let sealed = try AES.GCM.seal(plaintext, using: keys.current.key(for: context)).combined else {
      throw Failure.cannotOpen
    }
    return sealed
  }

  public func open(_ sealed: Data, context: String) throws(Failure) -> Data {
    let tried = keys.snapshot
    for key in tried.all {
      if let opened = Self.open(sealed, key, context) { return opened }
    }
    // The key may have been replaced a moment ago.
    for key in keys.snapshot(after: tried)?.all ?? [] {
      if let opened = Self.open(sealed, key, context) { return opened }
    }
    throw .cannotOpen
  }

  /// A hash that cannot be computed or guessed without the master key: 32 hexadecimal digits.
  public func keyedHash(of text: String, context: String) -> String {
    let code = HMAC<SHA256>.authenticationCode(
      for: Data(text.utf8), using: keys.current.key(for: "hash/\(context)"))
    return code.prefix(16).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  /// Returns the HMAC-SHA-256 (RFC 2104) of a text, 32 bytes. Without the master key, the code reveals nothing
  /// about the text. Use it for values that are looked up in the database but are too easy to guess for a plain
  /// hash, such as telephone numbers.
  ///
  /// - Parameter context: the purpose. The same text has a different code for each purpose and master key.
  public func authenticationCode(of text: String, context: String) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: keys.current.key(for: context)))
  }

  /// Seals data under the current key that was sealed under another key. Nil if the data is already
  /// sealed under the current key.
  public func reseal(_ sealed: Data, context: String) throws -> Data? {
    if Self.open(sealed, keys.current, context) != nil { return nil }
    return try seal(try open(sealed, context: context), context: context)
  }

  /// True if the text is one of the keys, in the format of key files and environment variables.
  public func isKey(_ text: Secret) -> Bool {
    guard let key = try? MasterKey(base64: text.reveal()) else { return false }
    return keys.snapshot.all.contains(key)
  }

  private static func open(_ sealed: Data, _ key: MasterKey, _ context: String) -> Data? {
    guard let box = try? AES.GCM.SealedBox(combined: sealed) else { return nil }
    return try? AES.GCM.open(box, using: key.key(for: context))
  }
}
