#include "app/log.h"

#include <atomic>
#include <cstdio>

namespace firebase {

namespace {

std::atomic<LogLevel>& Level() {
  static std::atomic<LogLevel> level(kLogLevelInfo);
  return level;
}

const char* NameOf(LogLevel level) {
  switch (level) {
    case kLogLevelVerbose:
      return "verbose";
    case kLogLevelDebug:
      return "debug";
    case kLogLevelInfo:
      return "info";
    case kLogLevelWarning:
      return "warning";
    case kLogLevelError:
      return "error";
    case kLogLevelAssert:
      return "fatal";
  }
  return "log";
}

}  // namespace

void SetLogLevel(LogLevel level) { Level() = level; }

LogLevel GetLogLevel() { return Level(); }

namespace internal {

void Log(LogLevel level, const std::string& message) {
  if (level < GetLogLevel()) return;
  std::fprintf(stderr, "latchkey: %s: %s\n", NameOf(level), message.c_str());
}

}  // namespace internal
}  // namespace firebase
