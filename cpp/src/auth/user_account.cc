#include <string>

#include "auth/operation.h"
#include "firebase/auth/user.h"

namespace firebase {
namespace auth {

using namespace internal;  // NOLINT: the whole file uses internal names

namespace {

Obstacle UnlessEmail(const char* email) {
  return Unless(email, kAuthErrorMissingEmail, "An e-mail address is needed.");
}

Future<std::string> Token(const std::shared_ptr<AuthData>& data, Call call, bool force_refresh) {
  return OnUser<Future<std::string>>(
      data, call, &FinishText, Obstacle(),
      [&](latchkey_user* user, latchkey_completion completion, void* context) {
        latchkey_user_get_id_token(user, force_refresh, completion, context);
      });
}

}  // namespace

Future<std::string> User::GetToken(bool force_refresh) {
  return Token(auth_data_, kGetToken, force_refresh);
}

Future<std::string> User::GetTokenThreadSafe(bool force_refresh) {
  return Token(auth_data_, kNoLastResult, force_refresh);
}

Future<std::string> User::GetTokenLastResult() const {
  return LastResultOf<Future<std::string>>(auth_data_, kGetToken);
}

Future<void> User::UpdateEmail(const char* email) {
  return OnUser<Future<void>>(
      auth_data_, kUpdateEmail, &FinishVoid, UnlessEmail(email),
      [&](latchkey_user* user, latchkey_completion completion, void* context) {
        latchkey_user_update_email(user, email, completion, context);
      });
}

Future<void> User::UpdateEmailLastResult() const {
  return LastResultOf<Future<void>>(auth_data_, kUpdateEmail);
}

Future<void> User::UpdatePassword(const char* password) {
  return OnUser<Future<void>>(
      auth_data_, kUpdatePassword, &FinishVoid,
      Unless(password, kAuthErrorMissingPassword, "A password is needed."),
      [&](latchkey_user* user, latchkey_completion completion, void* context) {
        latchkey_user_update_password(user, password, completion, context);
      });
}

Future<void> User::UpdatePasswordLastResult() const {
  return LastResultOf<Future<void>>(auth_data_, kUpdatePassword);
}

Future<void> User::SendEmailVerification() {
  return OnUser<Future<void>>(
      auth_data_, kSendEmailVerification, &FinishVoid, Obstacle(),
      [&](latchkey_user* user, latchkey_completion completion, void* context) {
        latchkey_user_send_email_verification(user, nullptr, completion, context);
      });
}

Future<void> User::SendEmailVerificationLastResult() const {
  return LastResultOf<Future<void>>(auth_data_, kSendEmailVerification);
}

Future<void> User::SendEmailVerificationBeforeUpdatingEmail(const char* email) {
  return OnUser<Future<void>>(
      auth_data_, kSendEmailVerificationBeforeUpdatingEmail, &FinishVoid, UnlessEmail(email),
      [&](latchkey_user* user, latchkey_completion completion, void* context) {
        latchkey_user_send_email_verification_before_updating_email(user, email, nullptr,
                                                                    completion, context);
      });
}

Future<void> User::SendEmailVerificationBeforeUpdatingEmailLastResult() const {
  return LastResultOf<Future<void>>(auth_data_, kSendEmailVerificationBeforeUpdatingEmail);
}

Future<void> User::UpdateUserProfile(const UserProfile& profile) {
  return OnUser<Future<void>>(
      auth_data_, kUpdateUserProfile, &FinishVoid, Obstacle(),
      [&](latchkey_user* user, latchkey_completion completion, void* context) {
        latchkey_user_update_profile(user, profile.display_name, profile.photo_url, completion,
                                     context);
      });
}

Future<void> User::UpdateUserProfileLastResult() const {
  return LastResultOf<Future<void>>(auth_data_, kUpdateUserProfile);
}

Future<void> User::Reload() {
  return OnUser<Future<void>>(auth_data_, kReload, &FinishVoid, Obstacle(), &latchkey_user_reload);
}

Future<void> User::ReloadLastResult() const {
  return LastResultOf<Future<void>>(auth_data_, kReload);
}

Future<void> User::Delete() {
  return OnUser<Future<void>>(auth_data_, kDelete, &FinishVoid, Obstacle(), &latchkey_user_delete);
}

Future<void> User::DeleteLastResult() const {
  return LastResultOf<Future<void>>(auth_data_, kDelete);
}

}  // namespace auth
}  // namespace firebase
