/// How much the SDK writes to standard error.
public enum FirebaseLoggerLevel: Int, Sendable, Comparable {
  /// What went wrong.
  case error = 3
  /// And what is likely to.
  case warning = 4
  /// And what is worth knowing. The usual level.
  case notice = 5
  /// And what happens.
  case info = 6
  /// And how.
  case debug = 7

  /// The level that says least: ``error``.
  public static let min = FirebaseLoggerLevel.error
  /// The level that says most: ``debug``.
  public static let max = FirebaseLoggerLevel.debug

  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

  var word: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .notice: "notice"
    case .info: "info"
    case .debug: "debug"
    }
  }
}
