import Foundation
import Identity
import Secrets
import Storage
import Tokens

/// The reason why a copy could not be made, or is not usable.
public struct BackupFault: Error, Sendable, Equatable {
  /// A reason that fits at the end of a sentence.
  public let reason: String
  /// True if the directory for copies has no room.
  public let isShortage: Bool

  public init(_ reason: String, isShortage: Bool = false) {
    self.reason = reason
    self.isShortage = isShortage
  }
}

extension BackupFault {
  /// Opens a copy of this version's database, and checks that a server could run on it. The copy must be intact and
  /// belong to the installation, and the master key must open its signing keys. Writes nothing to the copy, and
  /// returns no key.
  public static func check(_ path: String, with box: SecretBox, now: Instant) throws(BackupFault) {
    do throws(StoreError) {
      if let fault = try DatabaseBackup.faults(path).first { throw .unavailable("it is damaged (\(fault))") }
      guard try DatabaseSchema.age(of: path) == .current else {
        throw .unavailable("it is no database of this version")
      }
    } catch {
      throw BackupFault(error)
    }
    try checkKeys(path, with: box, now: now)
  }

  /// Checks that the master key opens the signing keys in a copy of this version's database.
  public static func checkKeys(_ path: String, with box: SecretBox, now: Instant) throws(BackupFault) {
    let records: [SigningKeyRecord]
    do throws(StoreError) { records = try DatabaseSchema.signingKeys(path, now: now) } catch {
      throw BackupFault(error)
    }
    do throws(KeyRing.Failure) { try KeyRing.examine(records, with: box) } catch {
      switch error {
      case .noKey: throw BackupFault("there is no signing key in it")
      case .wrongMasterKey: throw BackupFault("the master key does not open its signing keys")
      default: throw BackupFault("a signing key in it cannot be used")
      }
    }
  }

  /// True if the master key opens one of the copy's signing keys, including withdrawn ones. The copy then
  /// belongs to the key's installation.
  static func opensAnyKey(of path: String, with box: SecretBox) -> Bool {
    let records = (try? DatabaseSchema.signingKeys(path, now: Instant(milliseconds: 0))) ?? []
    return records.contains { (try? KeyRing.examine([$0], with: box)) != nil }
  }

  /// True if the copy is undamaged, and the master key opens one of its signing keys. It may be of an earlier version.
  static func isWhole(_ path: String, with box: SecretBox) -> Bool {
    guard opensAnyKey(of: path, with: box) else { return false }
    return (try? DatabaseBackup.faults(path).isEmpty) == true
  }

  /// The IDs of a copy's signing keys, including withdrawn ones. Empty if the copy cannot be read.
  static func keyIDs(of path: String) -> Set<String> {
    let records = (try? DatabaseSchema.signingKeys(path, now: Instant(milliseconds: 0))) ?? []
    return Set(records.map(\.keyID))
  }

  init(_ error: StoreError) {
    if case .unavailable(let reason) = error { self.init(reason) } else { self.init("\(error)") }
  }
}
