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

  /// A hash that nobody can compute or try out without the master key: 32 hexadecimal digits.
  public func keyedHash(of text: String, context: String) -> String {
    let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key(for: "hash/\(context)"))
    return code.prefix(16).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  private func key(for context: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: masterKey, info: Data("latchkey/\(context)".utf8), outputByteCount: 32)
  }
}
