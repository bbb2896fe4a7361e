import Identity
import Secrets

extension KeyRing {
  /// Opens signing keys, such as those of a backup, and keeps none.
  ///
  /// - Throws: ``Failure/wrongMasterKey(keyID:)``, ``Failure/unusableKey(keyID:_:)``; ``Failure/noKey`` where there is none.
  public static func examine(_ records: [SigningKeyRecord], with box: SecretBox) throws(Failure) {
    guard !records.isEmpty else { throw .noKey }
    for record in records { _ = try SigningKey.open(record, with: box) }
  }
}
