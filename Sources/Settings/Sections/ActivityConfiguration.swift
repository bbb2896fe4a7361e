/// The retention of the counts of sign-ups and sign-ins.
public struct ActivityConfiguration: Sendable {
  /// The retention of hourly counts.
  public var hourlyRetention: Duration
  /// The retention of daily counts; nil to keep them for ever.
  public var retention: Duration?
}

enum ActivitySettings {
  private static let day = 86_400_000

  static let hourlyRetention = Setting(
    "activity.hourlyRetention", .duration(8 * day...400 * day), default: "35d",
    "The time for which the hourly counts of sign-ups and sign-ins are stored.")
  static let retention = Setting(
    "activity.retention", .duration(0...3_650 * day), default: "400d",
    "The time for which the daily counts of sign-ups and sign-ins are stored; 0 for ever.")

  static let all = [hourlyRetention, retention]

  static func read(_ reader: SettingsReader) -> ActivityConfiguration {
    let hours = reader.duration(hourlyRetention)
    let days = reader.duration(retention)
    if days != .zero, days < hours {
      reader.problem(
        retention, "The daily counts would be deleted before the hourly counts.",
        fix: "Write at least the value of \(hourlyRetention.key), or 0 to keep them for ever.")
    }
    return ActivityConfiguration(hourlyRetention: hours, retention: days == .zero ? nil : days)
  }
}
