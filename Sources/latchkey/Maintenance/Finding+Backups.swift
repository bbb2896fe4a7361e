import Foundation
import Identity
import Operations

extension Finding {
  /// The finding about a database's copies.
  ///
  /// - Parameter directory: the directory of scheduled copies; nil if there is no schedule.
  init(of status: BackupStatus, in directory: String?, now: Instant) {
    let subject = "backups"
    let advice = " To schedule copies, set backup.schedule in the server's configuration."
    let last = status.lastGood.map { "The last good copy is from \(Self.time($0.at))" }
    switch status.concern(now: now) {
    case .missing: self.init(.warning, subject, "None is known." + (directory == nil ? advice : ""))
    case .failure(let failure):
      self.init(
        .warning, subject,
        "\(last ?? "None is known"), and the attempt at \(Self.time(failure.at)) failed: \(failure.reason).")
    case .old:
      self.init(
        .warning, subject,
        "\(last ?? ""), which is too old."
          + (directory == nil
            ? advice : " The schedule should have made two newer copies: check that the server runs."))
    case nil:
      if let copy = status.lastGood, let directory, Self.isMissing(copy, in: directory) {
        self.init(.warning, subject, "\(last ?? ""), but the file is missing: \(copy.file).")
      } else {
        self.init(.ok, subject, "\(last ?? ""): \(status.lastGood?.file ?? "").")
      }
    }
  }

  /// True if a copy that the server made is missing. Copies in other places may still exist.
  private static func isMissing(_ copy: BackupHistory.Copy, in directory: String) -> Bool {
    copy.file.hasPrefix(URL(fileURLWithPath: directory).path + "/")
      && !FileManager.default.fileExists(atPath: copy.file)
  }

  private static func time(_ moment: Instant) -> String { moment.date.formatted(.iso8601) }
}
