#ifndef LATCHKEY_CPP_AUTH_ERROR_CODE_H_
#define LATCHKEY_CPP_AUTH_ERROR_CODE_H_

#include <string>

#include "firebase/auth/types.h"
#include "latchkey_auth.h"

namespace firebase {
namespace auth {
namespace internal {

// What an error of the C interface is here: by its code, or by what the server said, where that
// tells more. kAuthErrorFailure for what has no like.
AuthError ErrorCodeOf(const latchkey_error* error);
// Whether the server can do nothing with a credential: its provider is none that it knows, or takes
// credentials of other kinds.
bool IsOfUnusableCredential(const latchkey_error* error);

// A sentence and, after a colon, what exactly was wrong.
std::string MessageOf(const latchkey_error* error);

}  // namespace internal
}  // namespace auth
}  // namespace firebase

#endif  // LATCHKEY_CPP_AUTH_ERROR_CODE_H_
