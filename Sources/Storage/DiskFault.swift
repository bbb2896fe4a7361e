import Foundation

/// The reason why the disk accepts no writes.
package enum DiskFault: String, Sendable {
  case full = "the disk is full"
  case readOnly = "the disk is read-only"

  /// SQLite cannot open a database if the disk has less free space than this.
  private static let leastBytes: UInt64 = 65_536

  /// Describes, for people, why a system call failed.
  package static func reason(_ errorNumber: Int32) -> String {
    switch errorNumber {
    case ENOSPC: full.rawValue
    case EROFS: readOnly.rawValue
    default: String(cString: strerror(errorNumber))
    }
  }

  /// True if a system call failed because the disk, or the user's share of it, has no room.
  package static func isShortage(_ errorNumber: Int32) -> Bool {
    errorNumber == ENOSPC || errorNumber == EDQUOT
  }

  /// Finds the current fault of the disk that contains a file; nil if none is known.
  init?(under path: String) {
    var disk = statvfs()
    guard statvfs((path as NSString).deletingLastPathComponent, &disk) == 0, disk.f_blocks > 0 else {
      return nil
    }
    if UInt(disk.f_flag) & UInt(ST_RDONLY) != 0 {
      self = .readOnly
    } else if UInt64(disk.f_bavail) * UInt64(disk.f_frsize) < Self.leastBytes {
      self = .full
    } else {
      return nil
    }
  }
}
