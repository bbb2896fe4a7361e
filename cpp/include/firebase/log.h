#ifndef FIREBASE_LOG_H_
#define FIREBASE_LOG_H_

namespace firebase {

/// How much the SDK writes to the standard error stream: messages of the level that is set, and of
/// graver ones.
enum LogLevel {
  /// Everything.
  kLogLevelVerbose = 0,
  /// What helps to find a mistake.
  kLogLevelDebug,
  /// What goes on. The usual setting.
  kLogLevelInfo,
  /// What looks like a mistake.
  kLogLevelWarning,
  /// What failed.
  kLogLevelError,
  /// What cannot go on.
  kLogLevelAssert,
};

/// Sets how much is written, for the whole process. May be called from any thread.
void SetLogLevel(LogLevel level);

/// How much is written.
LogLevel GetLogLevel();

}  // namespace firebase

#endif  // FIREBASE_LOG_H_
