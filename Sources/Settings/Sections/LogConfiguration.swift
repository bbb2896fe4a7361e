/// The level and the format of the server's log.
public struct LogConfiguration: Sendable {
  public enum Level: String, Sendable, CaseIterable {
    case trace, debug, info, notice, warning, error, critical
  }
  public enum Format: String, Sendable, CaseIterable { case json, text }

  public var level: Level
  public var format: Format
}

enum LogSettings {
  static let level = Setting(
    "log.level", .choice(LogConfiguration.Level.allCases.map(\.rawValue)), default: "info",
    "The lowest level that is logged. info logs a line for each request.")
  static let format = Setting(
    "log.format", .choice(LogConfiguration.Format.allCases.map(\.rawValue)), default: "json",
    "The format: json for programs, text for people.")

  static let all = [level, format]

  static func read(_ reader: SettingsReader) -> LogConfiguration {
    LogConfiguration(
      level: reader.choice(level, LogConfiguration.Level.self) ?? .info,
      format: reader.choice(format, LogConfiguration.Format.self) ?? .json)
  }
}
