import Foundation

/// The room on a disk.
public enum DiskSpace {
  /// Bytes that are free to this user where a file or directory is; nil where that is not known.
  public static func free(at path: String) -> Int64? {
    var disk = statvfs()
    guard statvfs(path, &disk) == 0 else { return nil }
    return Int64(clamping: UInt64(disk.f_bavail) * UInt64(disk.f_frsize))
  }
}
