import Foundation
import Identity
import Secrets
import Storage

/// Finds and deletes an installation's expired copies. Other installations' copies in the same directory stay, and do
/// not count as good copies.
struct ExpiredBackups {
  private let directory: BackupDirectory
  private let retention: Int64?
  private let box: SecretBox

  /// - Parameter box: opens the signing keys in the installation's copies.
  init(_ settings: ScheduledBackups.Settings, _ box: SecretBox) {
    directory = settings.directory
    retention = settings.retention
    self.box = box
  }

  /// Expired copies.
  struct Selection {
    var own: [BackupName] = []
    /// Copies of another installation, and damaged ones. They stay.
    var others: [BackupName] = []
  }

  /// Returns the copies that expired before a new copy.
  func selection(after verified: BackupName) -> Selection {
    selection(among: copies, verified: verified, now: verified.moment)
  }

  /// Returns the copies that may go because there is no room for a new one. The newest copy that is whole takes the new
  /// one's place: copies before it may go, except the newest good ones. If no copy is whole, all stay.
  func selection(before name: BackupName) -> Selection {
    let copies = copies.filter { $0.moment < name.moment }
    // Reading all of a copy takes long. Do it only if there is something to delete.
    guard
      BackupRetention.expired(
        among: copies, verified: copies.last, keeping: retention, now: name.moment, isGood: isGood
      ).isEmpty == false
    else { return Selection() }
    let newest = copies.last { BackupFault.isWhole(directory.path(of: $0), with: box) }
    return selection(among: copies, verified: newest, now: name.moment)
  }

  /// - Returns: the copies that were deleted.
  func delete(_ names: [BackupName]) -> [BackupName] { names.filter(directory.delete) }

  /// Sorted by time.
  private var copies: [BackupName] { (try? directory.copies()) ?? [] }

  private func selection(among copies: [BackupName], verified: BackupName?, now: Instant) -> Selection {
    let expired = BackupRetention.expired(
      among: copies, verified: verified, keeping: retention, now: now, isGood: isGood)
    guard let verified, !expired.isEmpty else { return Selection() }
    let mayDeleteFormer = hasEnough(among: copies, verified: verified)
    let ownKeys = mayDeleteFormer ? BackupFault.keyIDs(of: directory.path(of: verified)) : []
    var selection = Selection()
    for name in expired {
      if isGood(name) || !ownKeys.isDisjoint(with: BackupFault.keyIDs(of: directory.path(of: name))) {
        selection.own.append(name)
      } else {
        selection.others.append(name)
      }
    }
    return selection
  }

  /// True if the present master key opens a copy's keys. It does not open the keys of copies from before it was
  /// changed.
  private func isGood(_ name: BackupName) -> Bool {
    BackupFault.opensAnyKey(of: directory.path(of: name), with: box)
  }

  /// True if there are enough good copies under the present master key. Copies under a former one, which have a signing
  /// key in common with the verified copy, are then not needed any more.
  private func hasEnough(among copies: [BackupName], verified: BackupName) -> Bool {
    var good = 1
    for name in copies.reversed() where name.moment < verified.moment && good < BackupRetention.leastKept {
      if isGood(name) { good += 1 }
    }
    return good == BackupRetention.leastKept
  }
}
