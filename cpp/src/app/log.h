#ifndef LATCHKEY_CPP_APP_LOG_H_
#define LATCHKEY_CPP_APP_LOG_H_

#include <string>

#include "firebase/log.h"

namespace firebase {
namespace internal {

// Writes a line to standard error if the current level includes this level. The message must not
// contain secrets.
void Log(LogLevel level, const std::string& message);

}  // namespace internal
}  // namespace firebase

#endif  // LATCHKEY_CPP_APP_LOG_H_
