#include "apple_sign_in.h"

using firebase::Future;
using firebase::auth::AuthResult;

void LinkApple(firebase::auth::Auth* auth, const std::string& id_token,
               const std::string& raw_nonce, Report report) {
  firebase::auth::Credential credential = firebase::auth::OAuthProvider::GetCredential(
      "apple.com", id_token.c_str(), raw_nonce.c_str(), /*access_token=*/nullptr);

  auth->current_user().LinkWithCredential(credential).OnCompletion(
      [auth, report](const Future<AuthResult>& done) {
        if (done.error() == firebase::auth::kAuthErrorNone) {
          report("Linked");
          return;
        }
        const firebase::auth::Credential& updated =
            done.result()->additional_user_info.updated_credential;
        if (done.error() != firebase::auth::kAuthErrorCredentialAlreadyInUse ||
            !updated.is_valid()) {
          report(done.error_message());
          return;
        }
        // Apple's token has been redeemed. The updated credential replaces it.
        auth->SignInAndRetrieveDataWithCredential(updated).OnCompletion(
            [report](const Future<AuthResult>& other) {
              if (other.error() == firebase::auth::kAuthErrorNone) {
                report("Signed in as " + other.result()->user.uid());
              } else {
                report(other.error_message());
              }
            });
      });
}
