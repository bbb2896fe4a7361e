#include "apple_sign_in.h"

using firebase::Future;
using firebase::auth::AuthResult;

void DeleteAccount(firebase::auth::Auth* auth, Report report) {
  firebase::auth::FederatedOAuthProviderData apple("apple.com");

  auth->current_user().ReauthenticateWithProvider(apple).OnCompletion(
      [auth, report](const Future<AuthResult>& done) {
        if (done.error() != firebase::auth::kAuthErrorNone) {
          report(done.error_message());
          return;
        }
        auth->current_user().Delete().OnCompletion([report](const Future<void>& deleted) {
          const bool is_deleted = deleted.error() == firebase::auth::kAuthErrorNone;
          report(is_deleted ? "Deleted" : deleted.error_message());
        });
      });
}
