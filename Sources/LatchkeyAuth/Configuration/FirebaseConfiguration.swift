import Foundation
import Synchronization

/// Settings for all apps of the process.
open class FirebaseConfiguration: NSObject, @unchecked Sendable {
  /// The one of this process.
  public static let shared = FirebaseConfiguration()

  private let level = Mutex(FirebaseLoggerLevel.notice)

  /// Messages of this level, and graver ones, are written. At first `notice`.
  open var loggerLevel: FirebaseLoggerLevel { level.withLock { $0 } }

  /// Sets ``loggerLevel``.
  open func setLoggerLevel(_ loggerLevel: FirebaseLoggerLevel) {
    level.withLock { $0 = loggerLevel }
  }
}
