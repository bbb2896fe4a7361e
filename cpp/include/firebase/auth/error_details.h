#ifndef FIREBASE_AUTH_ERROR_DETAILS_H_
#define FIREBASE_AUTH_ERROR_DETAILS_H_

#include <string>

#include "firebase/auth/credential.h"
#include "firebase/auth/multi_factor.h"
#include "firebase/future.h"

namespace firebase {
namespace auth {

/// All details of a failure. The official SDK does not have them.
struct AuthErrorDetails {
  /// A code of FIRAuthErrorCode, such as 17025. It distinguishes more cases than AuthError. 0 if
  /// the operation did not fail.
  int code = 0;
  /// The code's name, such as `ERROR_CREDENTIAL_ALREADY_IN_USE`.
  std::string name;
  /// A sentence for people.
  std::string message;
  /// The exact cause; may be empty.
  std::string reason;
  /// The server's message, word for word; may be empty.
  std::string server_message;
  /// The e-mail address of the conflicting account; may be empty.
  std::string email;
  /// A credential that may not be valid. The app can sign in or link with it instead of the refused
  /// credential.
  Credential updated_credential;
  /// The resolver that finishes the sign-in, with kAuthErrorSecondFactorRequired.
  MultiFactorResolver resolver;
};

/// Returns the details of any future of this library. They are empty if the future is pending or
/// did not fail.
AuthErrorDetails GetAuthErrorDetails(const FutureBase& future);

}  // namespace auth
}  // namespace firebase

#endif  // FIREBASE_AUTH_ERROR_DETAILS_H_
