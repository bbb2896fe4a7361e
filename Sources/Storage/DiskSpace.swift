import Foundation

/// Measures the free space of a disk.
public enum DiskSpace {
  /// The bytes that this user can still write at a file or directory; nil if unknown.
  public static func free(at path: String) -> Int64? {
    var disk = statvfs()
    guard statvfs(path, &disk) == 0 else { return nil }
    return Int64(clamping: UInt64(disk.f_bavail) * UInt64(disk.f_frsize))
  }
}
