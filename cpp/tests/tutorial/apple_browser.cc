#include "apple_sign_in.h"

using firebase::Future;
using firebase::auth::AuthResult;

void SignInWithAppleInBrowser(firebase::auth::Auth* auth, Report report) {
  firebase::auth::FederatedOAuthProviderData apple("apple.com");
  apple.scopes = {"email", "name"};
  apple.custom_parameters["language"] = "fr";

  auth->SignInWithProvider(apple).OnCompletion([report](const Future<AuthResult>& done) {
    if (done.error() == firebase::auth::kAuthErrorNone) {
      report("Signed in as " + done.result()->user.uid());
    } else {
      report(done.error_message());
    }
  });
}
