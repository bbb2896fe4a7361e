#ifndef FIREBASE_AUTH_ERROR_DETAILS_H_
#define FIREBASE_AUTH_ERROR_DETAILS_H_

#include <string>

#include "firebase/auth/credential.h"
#include "firebase/auth/multi_factor.h"
#include "firebase/future.h"

namespace firebase {
namespace auth {

/// Everything that is known of a failure. Not of the official SDK.
struct AuthErrorDetails {
  /// A code of FIRAuthErrorCode, such as 17025, which tells more apart than AuthError; 0 where
  /// nothing failed.
  int code = 0;
  /// The code's name, such as `ERROR_CREDENTIAL_ALREADY_IN_USE`.
  std::string name;
  /// A sentence for people.
  std::string message;
  /// What exactly was wrong; may be empty.
  std::string reason;
  /// What the server said, word for word; may be empty.
  std::string server_message;
  /// The e-mail address of the account that is in the way; may be empty.
  std::string email;
  /// The credential with which to sign in, or to link, instead of the one that was refused; may be
  /// not valid.
  Credential updated_credential;
  /// With kAuthErrorSecondFactorRequired: what finishes the sign-in.
  MultiFactorResolver resolver;
};

/// Of any future of this library. Empty for one that is pending, or did not fail.
AuthErrorDetails GetAuthErrorDetails(const FutureBase& future);

}  // namespace auth
}  // namespace firebase

#endif  // FIREBASE_AUTH_ERROR_DETAILS_H_
