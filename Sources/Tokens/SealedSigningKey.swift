import Foundation
import Identity
import Secrets

/// The stored form of a signing key: sealed under the master key and bound to its key id.
extension SigningKey {
  func sealed(with box: SecretBox) throws(Failure) -> Data {
    var privateKey = try material.privateKey()
    defer { SigningKeyMaterial.clear(&privateKey) }
    do {
      return try box.seal(privateKey, context: Self.context(keyID))
    } catch {
      throw .malformedKey
    }
  }

  static func open(_ record: SigningKeyRecord, with box: SecretBox) throws(KeyRing.Failure) -> SigningKey {
    guard let algorithm = TokenAlgorithm(rawValue: record.algorithm) else {
      throw .unusableKey(keyID: record.keyID, .unsupportedAlgorithm(record.algorithm))
    }
    let privateKey: Data
    do {
      privateKey = try box.open(Data(record.sealedPrivateKey), context: context(record.keyID))
    } catch {
      throw .wrongMasterKey(keyID: record.keyID)
    }
    var bytes = Array(privateKey)
    defer { SigningKeyMaterial.clear(&bytes) }
    do throws(Failure) {
      let key = try SigningKey(
        material: SigningKeyMaterial(algorithm, privateKey: bytes), certificatePEM: record.certificate)
      guard key.keyID == record.keyID else { throw .keyIDMismatch }
      return key
    } catch {
      throw .unusableKey(keyID: record.keyID, error)
    }
  }

  /// True if the text has the form of our key ids. Other texts need not be looked up.
  static func isKeyID(_ text: String) -> Bool {
    text.utf8.count == 40
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }

  private static func context(_ keyID: String) -> String { "signing-key/\(keyID)" }
}
