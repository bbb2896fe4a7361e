/// The schedule of database copies, their directory, and how long they are kept.
public struct BackupConfiguration: Sendable {
  public var schedule: BackupSchedule
  public var directory: String
  /// The retention of copies; nil to keep them for ever.
  public var retention: Duration?

  public init(schedule: BackupSchedule, directory: String, retention: Duration? = nil) {
    self.schedule = schedule
    self.directory = directory
    self.retention = retention
  }
}

enum BackupSettings {
  private static let day = 86_400_000

  static let schedule = Setting(
    "backup.schedule", .text(BackupSchedule.expectation),
    "When the server copies its database: after a time, such as 6h, or daily at a time of UTC, such as 03:30. "
      + "Without it no copy is made.")
  static let directory = Setting(
    "backup.directory", .directory, "Where the copies are. (default: backups in data.directory)")
  static let retention = Setting(
    "backup.retention", .duration(0...3_650 * day), default: "30d",
    "For how long a copy is kept; 0 for ever.")

  static let all = [schedule, directory, retention]

  /// - Returns: nil if no copies are made.
  static func read(_ reader: SettingsReader, _ data: DataConfiguration) -> BackupConfiguration? {
    let text = reader.text(schedule)
    let path = reader.path(directory)
    let kept = reader.duration(retention)
    guard let text else {
      for setting in [directory, retention] where reader.isSet(setting) {
        reader.problem(
          setting, "No copy is made without a schedule.",
          fix: "Set \(schedule.key), such as to 6h or 03:30, or leave the section out.")
        break
      }
      return nil
    }
    guard let times = BackupSchedule(text: text) else {
      reader.problem(
        schedule, "\"\(text.prefix(60))\" is not \(schedule.expectation).", fix: "Write 6h, or 03:30.")
      return nil
    }
    guard data.postgreSQL == nil else {
      reader.problem(
        schedule, "The data is in a PostgreSQL, of which the server makes no copies.",
        fix:
          "Leave it out. Copy the database with pg_dump or an archive of its write-ahead log, and try a copy with "
          + "\"latchkey backup drill\".")
      return nil
    }
    if kept != .zero, kept < .seconds(times.interval) {
      reader.problem(
        retention, "A copy would be deleted before the next one is made.",
        fix: "Give at least the time between two copies, or 0 to keep them for ever.")
    }
    return BackupConfiguration(
      schedule: times, directory: path ?? data.backupDirectory, retention: kept == .zero ? nil : kept)
  }
}

extension DataConfiguration {
  /// The default directory of copies.
  public var backupDirectory: String { directory + "/backups" }
}
