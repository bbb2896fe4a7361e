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
        " Free some space there (\"df -h \(path)\" shows how much is left), and start again: what was stored is kept."
    }
    if fault.contains(DiskFault.readOnly.rawValue) {
      return " Mount it for writing, or use a directory of another disk."
    }
    if fault.contains(String(cString: strerror(EACCES))) {
      return
        " Use a directory that you may write to (--data, or data.directory of the configuration), or run this as the user "
        + "that it belongs to."
    }
    let database = path + "/latchkey.db"
    if access(database, F_OK) == 0, access(database, R_OK | W_OK) != 0 {
      return
        " \(database) belongs to another user. Run this as that user, or give the file to the user of the server (chown)."
    }
    return ""
  }
}
