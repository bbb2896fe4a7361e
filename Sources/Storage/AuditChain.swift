import Crypto
import Foundation

/// The hash chain of the audit log's records.
public enum AuditChain {
  /// SHA-256 of the previous record's hash, followed by the record's own text.
  public static func hash(after previous: [UInt8], _ text: String) -> [UInt8] {
    var hasher = SHA256()
    hasher.update(data: previous)
    hasher.update(data: Data(text.utf8))
    return Array(hasher.finalize())
  }
}
