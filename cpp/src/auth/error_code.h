#ifndef LATCHKEY_CPP_AUTH_ERROR_CODE_H_
#define LATCHKEY_CPP_AUTH_ERROR_CODE_H_

#include <string>

#include "firebase/auth/types.h"
#include "latchkey_auth.h"

namespace firebase {
namespace auth {
namespace internal {

// Returns the AuthError of an error of the C interface: by its code, or by the server's message if
// that is more specific. kAuthErrorFailure if no AuthError matches.
AuthError ErrorCodeOf(const latchkey_error* error);
// True if the server cannot use a credential, because its provider is unknown or takes credentials
// of other kinds.
bool IsOfUnusableCredential(const latchkey_error* error);

// Returns a sentence and, after a colon, the exact cause.
std::string MessageOf(const latchkey_error* error);

}  // namespace internal
}  // namespace auth
}  // namespace firebase

#endif  // LATCHKEY_CPP_AUTH_ERROR_CODE_H_
