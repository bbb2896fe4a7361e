import Foundation
import Synchronization

/// Settings for all apps of the process.
open class FirebaseConfiguration: NSObject, @unchecked Sendable {
  /// The settings of this process.
  public static let shared = FirebaseConfiguration()

  private let level = Mutex(FirebaseLoggerLevel.notice)

  /// The least severe level that the SDK logs. Initially `notice`.
  open var loggerLevel: FirebaseLoggerLevel { level.withLock { $0 } }

  /// Sets ``loggerLevel``.
  open func setLoggerLevel(_ loggerLevel: FirebaseLoggerLevel) {
    level.withLock { $0 = loggerLevel }
  }
}
