/// How much the SDK writes to standard error.
public enum FirebaseLoggerLevel: Int, Sendable, Comparable {
  /// Errors.
  case error = 3
  /// Also warnings.
  case warning = 4
  /// Also noteworthy events. The default.
  case notice = 5
  /// Also the SDK's actions.
  case info = 6
  /// Also the details of these actions.
  case debug = 7

  /// The quietest level: ``error``.
  public static let min = FirebaseLoggerLevel.error
  /// The most verbose level: ``debug``.
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
