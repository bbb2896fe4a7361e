import Foundation

/// Why nothing can be written, where the disk is the reason.
package enum DiskFault: String, Sendable {
  case full = "the disk is full"
  case readOnly = "the disk is read-only"

  /// SQLite opens no database where less is left.
  private static let leastBytes: UInt64 = 65_536

  /// The reason of a failed system call, for people.
  package static func reason(_ errorNumber: Int32) -> String {
    switch errorNumber {
    case ENOSPC: full.rawValue
    case EROFS: readOnly.rawValue
    default: String(cString: strerror(errorNumber))
    }
  }

  /// What is wrong now with the disk that a file is on. Nil when nothing is known to be.
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
