#ifndef FIREBASE_LOG_H_
#define FIREBASE_LOG_H_

namespace firebase {

/// The level of the messages that the SDK writes to standard error: messages of the set level, and
/// more severe ones.
enum LogLevel {
  /// All messages.
  kLogLevelVerbose = 0,
  /// Details that help to find a mistake.
  kLogLevelDebug,
  /// The SDK's actions. The default.
  kLogLevelInfo,
  /// Possible mistakes.
  kLogLevelWarning,
  /// Failures.
  kLogLevelError,
  /// Failures after which the program cannot continue.
  kLogLevelAssert,
};

/// Sets the level for the whole process. May be called from any thread.
void SetLogLevel(LogLevel level);

/// The current level.
LogLevel GetLogLevel();

}  // namespace firebase

#endif  // FIREBASE_LOG_H_
