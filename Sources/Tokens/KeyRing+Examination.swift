import Identity
import Secrets

extension KeyRing {
  /// Opens signing keys, for example those of a backup, without using them.
  ///
  /// - Throws: ``Failure/wrongMasterKey(keyID:)``, ``Failure/unusableKey(keyID:_:)``; ``Failure/noKey`` if
  ///   there are no records.
  public static func examine(_ records: [SigningKeyRecord], with box: SecretBox) throws(Failure) {
    guard !records.isEmpty else { throw .noKey }
    for record in records { _ = try SigningKey.open(record, with: box) }
  }
}
