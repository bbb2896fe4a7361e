/// How much the SDK writes to standard error.
public enum FirebaseLoggerLevel: Int, Sendable, Comparable {
  case error = 3
  case warning = 4
  case notice = 5
  case info = 6
  case debug = 7

  public static let min = FirebaseLoggerLevel.error
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
