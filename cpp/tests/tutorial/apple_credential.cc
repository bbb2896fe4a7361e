#include "apple_sign_in.h"

using firebase::Future;
using firebase::auth::AuthResult;

void SignInWithApple(firebase::auth::Auth* auth, const std::string& id_token,
                     const std::string& raw_nonce, Report report) {
  firebase::auth::Credential credential = firebase::auth::OAuthProvider::GetCredential(
      "apple.com", id_token.c_str(), raw_nonce.c_str(), /*access_token=*/nullptr);

  auth->SignInAndRetrieveDataWithCredential(credential).OnCompletion(
      [report](const Future<AuthResult>& done) {
        if (done.error() == firebase::auth::kAuthErrorNone) {
          report("Signed in as " + done.result()->user.uid());
        } else {
          report(done.error_message());
        }
      });
}
