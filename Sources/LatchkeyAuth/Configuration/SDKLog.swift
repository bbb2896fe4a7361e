import Foundation

/// What the SDK has to say to whoever runs the program: single lines on standard error. Nothing secret.
enum SDKLog {
  static func write(_ level: FirebaseLoggerLevel, _ message: @autoclosure () -> String) {
    guard level <= FirebaseConfiguration.shared.loggerLevel else { return }
    // Where nobody reads, nothing is lost.
    try? FileHandle.standardError.write(contentsOf: Data(line(level, message()).utf8))
  }

  /// One line, with its end.
  static func line(_ level: FirebaseLoggerLevel, _ message: String) -> String {
    let text = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    return "[LatchkeyAuth] \(level.word): \(text)\n"
  }
}
