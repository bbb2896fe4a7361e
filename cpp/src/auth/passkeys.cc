#include <string>
#include <utility>
#include <vector>

#include "auth/operation.h"
#include "firebase/auth.h"
#include "firebase/auth/user.h"

namespace firebase {
namespace auth {

using namespace internal;  // NOLINT: the whole file uses internal names
using latchkey::TakeText;

namespace {

Obstacle UnlessAnswer(const char* response_json) {
  return Unless(response_json, kAuthErrorInvalidCredential, "The authenticator's answer is needed.");
}

}  // namespace

Future<std::string> Auth::StartPasskeySignIn() {
  return OnAuth<Future<std::string>>(auth_data_, kStartPasskeySignIn, &FinishText, Obstacle(),
                                     &latchkey_auth_start_passkey_sign_in);
}

Future<std::string> Auth::StartPasskeySignInLastResult() const {
  return LastResultOf<Future<std::string>>(auth_data_, kStartPasskeySignIn);
}

AuthResultFuture Auth::FinalizePasskeySignIn(const char* response_json) {
  return OnAuth<AuthResultFuture>(
      auth_data_, kFinalizePasskeySignIn, &FinishSignIn, UnlessAnswer(response_json),
      [&](latchkey_auth* auth, latchkey_completion completion, void* context) {
        latchkey_auth_finalize_passkey_sign_in(auth, response_json, completion, context);
      });
}

AuthResultFuture Auth::FinalizePasskeySignInLastResult() const {
  return LastResultOf<AuthResultFuture>(auth_data_, kFinalizePasskeySignIn);
}

std::vector<PasskeyInfo> User::enrolled_passkeys() const {
  std::vector<PasskeyInfo> passkeys;
  Handle<latchkey_user> user = auth_data_ ? auth_data_->user() : Handle<latchkey_user>();
  size_t count = user ? latchkey_user_passkey_count(user.get()) : 0;
  for (size_t i = 0; i < count; i++) {
    PasskeyInfo passkey;
    passkey.name = TakeText(latchkey_user_passkey_name(user.get(), i));
    passkey.credential_id = TakeText(latchkey_user_passkey_credential_id(user.get(), i));
    passkeys.push_back(std::move(passkey));
  }
  return passkeys;
}

Future<std::string> User::StartPasskeyEnrollment() {
  return OnUser<Future<std::string>>(auth_data_, kStartPasskeyEnrollment, &FinishText, Obstacle(),
                                     &latchkey_user_start_passkey_enrollment);
}

Future<std::string> User::StartPasskeyEnrollmentLastResult() const {
  return LastResultOf<Future<std::string>>(auth_data_, kStartPasskeyEnrollment);
}

Future<void> User::FinalizePasskeyEnrollment(const char* response_json, const char* name) {
  return OnUser<Future<void>>(
      auth_data_, kFinalizePasskeyEnrollment, &FinishVoid, UnlessAnswer(response_json),
      [&](latchkey_user* user, latchkey_completion completion, void* context) {
        latchkey_user_finalize_passkey_enrollment(user, response_json, name, completion, context);
      });
}

Future<void> User::FinalizePasskeyEnrollmentLastResult() const {
  return LastResultOf<Future<void>>(auth_data_, kFinalizePasskeyEnrollment);
}

Future<void> User::UnenrollPasskey(const char* credential_id) {
  return OnUser<Future<void>>(
      auth_data_, kUnenrollPasskey, &FinishVoid,
      Unless(credential_id, kAuthErrorInvalidCredential, "A passkey's id is needed."),
      [&](latchkey_user* user, latchkey_completion completion, void* context) {
        latchkey_user_unenroll_passkey(user, credential_id, completion, context);
      });
}

Future<void> User::UnenrollPasskeyLastResult() const {
  return LastResultOf<Future<void>>(auth_data_, kUnenrollPasskey);
}

}  // namespace auth
}  // namespace firebase
