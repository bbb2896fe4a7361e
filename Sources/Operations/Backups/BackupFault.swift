import Foundation
import Identity
import Secrets
import Storage
import Tokens

/// Why a copy could not be made, or is no good.
public struct BackupFault: Error, Sendable, Equatable {
  /// Words for the end of a sentence.
  public let reason: String

  public init(_ reason: String) { self.reason = reason }
}

extension BackupFault {
  /// Opens a copy of this version's database, and looks whether a server could run on it: whether it is whole, whose it is,
  /// and whether a master key opens its signing keys. Nothing is written into it, and no key leaves the call.
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

  /// Looks whether a master key opens the signing keys of a copy of this version's database.
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

  /// True if a master key opens one of the signing keys in a copy, also of those that are withdrawn: then it is a copy of
  /// the key's installation.
  static func opensAnyKey(of path: String, with box: SecretBox) -> Bool {
    let records = (try? DatabaseSchema.signingKeys(path, now: Instant(milliseconds: 0))) ?? []
    return records.contains { (try? KeyRing.examine([$0], with: box)) != nil }
  }

  init(_ error: StoreError) {
    if case .unavailable(let reason) = error { self.init(reason) } else { self.init("\(error)") }
  }
}
