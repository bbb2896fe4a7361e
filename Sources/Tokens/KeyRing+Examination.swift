import Identity
import Secrets

extension KeyRing {
  /// Opens signing keys, such as a backup's, without using them.
  ///
  /// - Throws: ``Failure/wrongMasterKey(keyID:)``, ``Failure/unusableKey(keyID:_:)``; ``Failure/noKey`` if
  ///   there is none.
  public static func examine(_ records: [SigningKeyRecord], with box: SecretBox) throws(Failure) {
    guard !records.isEmpty else { throw .noKey }
    for record in records { _ = try SigningKey.open(record, with: box) }
  }
}
