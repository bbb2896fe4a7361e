import Logging
import Synchronization
import Telemetry

/// The format of the program's log: readable text, until a server chooses another format.
enum LogSwitch {
  private static let serving = Mutex<LineLogHandler?>(nil)

  static func handler(_ label: String) -> any LogHandler {
    serving.withLock { $0 } ?? StreamLogHandler.standardError(label: label)
  }

  static func use(_ handler: LineLogHandler) { serving.withLock { $0 = handler } }
}
