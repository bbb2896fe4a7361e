import Logging
import Synchronization
import Telemetry

/// How the program writes what it and its libraries log: for people, until a server says otherwise.
enum LogSwitch {
  private static let serving = Mutex<LineLogHandler?>(nil)

  static func handler(_ label: String) -> any LogHandler {
    serving.withLock { $0 } ?? StreamLogHandler.standardError(label: label)
  }

  static func use(_ handler: LineLogHandler) { serving.withLock { $0 = handler } }
}
