/// The schedule of database copies, their directory and their retention.
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
    "The schedule of database copies: a time between two copies, such as 6h, or a daily time in UTC, such as 03:30. "
      + "Without a schedule, the server makes no copies.")
  static let directory = Setting(
    "backup.directory", .directory, "The directory of the copies. (default: backups in data.directory)")
  static let retention = Setting(
    "backup.retention", .duration(0...3_650 * day), default: "30d",
    "The time for which a copy is kept; 0 for ever.")

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
          fix: "Set \(schedule.key), such as to 6h or 03:30, or remove the section.")
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
        schedule, "The data is in PostgreSQL. The server makes no copies of PostgreSQL databases.",
        fix:
          "Remove it. Copy the database with pg_dump or by archiving its write-ahead log, and test a copy with "
          + "\"latchkey backup drill\".")
      return nil
    }
    if kept != .zero, kept < .seconds(times.interval) {
      reader.problem(
        retention, "A copy would be deleted before the next copy is made.",
        fix: "Write at least the time between two copies, or 0 to keep them for ever.")
    }
    return BackupConfiguration(
      schedule: times, directory: path ?? data.backupDirectory, retention: kept == .zero ? nil : kept)
  }
}

extension DataConfiguration {
  /// The default directory of copies.
  public var backupDirectory: String { directory + "/backups" }
}
