import Foundation

/// Writes the SDK's messages for the operator of a program to standard error, one line each. They contain no
/// secrets.
enum SDKLog {
  static func write(_ level: FirebaseLoggerLevel, _ message: @autoclosure () -> String) {
    guard level <= FirebaseConfiguration.shared.loggerLevel else { return }
    // Ignores a closed standard error: then nothing reads the log.
    try? FileHandle.standardError.write(contentsOf: Data(line(level, message()).utf8))
  }

  /// Returns the message as one line with a line end.
  static func line(_ level: FirebaseLoggerLevel, _ message: String) -> String {
    let text = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    return "[LatchkeyAuth] \(level.word): \(text)\n"
  }
}
