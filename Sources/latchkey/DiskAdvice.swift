import Foundation
import Storage

/// Advice for a data directory that cannot be written.
enum DiskAdvice {
  /// - Parameters:
  ///   - fault: the sentence that states the problem, without advice.
  ///   - path: the data directory.
  /// - Returns: a sentence to append, with a leading space; empty if neither the disk nor the permissions are the
  ///   cause.
  static func following(_ fault: String, of path: String) -> String {
    if fault.contains(DiskFault.full.rawValue) {
      return
        " Free some space on its disk (\"df -h \(path)\" shows the free space), and start again. The stored data is intact."
    }
    if fault.contains(DiskFault.readOnly.rawValue) {
      return " Mount the disk for writing, or use a directory on another disk."
    }
    if fault.contains(String(cString: strerror(EACCES))) {
      return
        " Use a directory that you can write to (--data, or data.directory in the configuration), or run this as the "
        + "directory's owner."
    }
    let database = path + "/latchkey.db"
    if access(database, F_OK) == 0, access(database, R_OK | W_OK) != 0 {
      return
        " \(database) belongs to another user. Run this as that user, or make the server's user the owner of the file (chown)."
    }
    return ""
  }
}
