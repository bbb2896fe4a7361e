import Crypto
import Foundation

/// Seals secrets that are kept in the database, under a master key that is not: AES-256-GCM with a key
/// derived for each purpose, so that what was sealed for one purpose, project or row opens for no other.
public struct SecretBox: Sendable {
  public enum Failure: Error {
    /// The text was sealed under another key or for another purpose, or was changed.
    case cannotOpen
    case malformedKey
  }

  private let masterKey: SymmetricKey

  /// - Parameter masterKey: 32 random bytes.
  public init(masterKey: some ContiguousBytes) throws(Failure) {
    let key = SymmetricKey(data: masterKey)
    guard key.bitCount == 256 else { throw .malformedKey }
    self.masterKey = key
  }

  /// - Parameter context: names the purpose and the row, for example `provider/my-app/github.com`.
  public func seal(_ plaintext: some DataProtocol, context: String) throws -> Data {
    guard let sealed = try AES.GCM.seal(plaintext, using: key(for: context)).combined else {
      throw Failure.cannotOpen
    }
    return sealed
  }

  public func open(_ sealed: Data, context: String) throws(Failure) -> Data {
    do {
      return try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key(for: context))
    } catch {
      throw .cannotOpen
    }
  }

  /// A text that stands for another and tells nothing of it without the master key: HMAC-SHA-256 (RFC 2104), 32
  /// bytes. For what is looked up in the database and guessed too easily for a plain hash, such as a telephone
  /// number.
  ///
  /// - Parameter context: names the purpose; the same text has another code for every purpose.
  public func authenticationCode(of text: String, context: String) -> [UInt8] {
    Array(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key(for: context)))
  }

  private func key(for context: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: masterKey, info: Data("latchkey/\(context)".utf8), outputByteCount: 32)
  }
}
