#include "auth/access.h"
#include "auth/operation.h"
#include "auth/provider.h"
#include "auth/shared_data.h"
#include "firebase/auth.h"

namespace firebase {
namespace auth {

using namespace internal;  // NOLINT: the whole file uses internal names

namespace {

Obstacle UnlessEmail(const char* email) {
  return Unless(email, kAuthErrorMissingEmail, "An e-mail address is needed.");
}

Obstacle UnlessEmailAndPassword(const char* email, const char* password) {
  return Either(UnlessEmail(email),
                Unless(password, kAuthErrorMissingPassword, "A password is needed."));
}

AuthResultFuture InBrowser(const std::shared_ptr<AuthData>& data,
                           const FederatedOAuthProviderData* provider_data) {
  Handle<latchkey_provider> provider = ProviderOf(provider_data);
  return OnAuth<AuthResultFuture>(
      data, kNoLastResult, &FinishSignIn, UnlessProvider(provider),
      [&](latchkey_auth* auth, latchkey_completion completion, void* context) {
        latchkey_auth_sign_in_with_provider(auth, provider.get(), completion, context);
      });
}

template <typename AnyFuture, Finish kFinish>
AnyFuture WithCredential(const std::shared_ptr<AuthData>& data, Call call,
                         const Credential& credential) {
  return OnAuth<AnyFuture>(data, call, FinishFor<kFinish>(credential), UnlessValid(credential),
                           [&](latchkey_auth* auth, latchkey_completion completion, void* context) {
                             latchkey_auth_sign_in_with_credential(auth, HandleOf(credential),
                                                                   completion, context);
                           });
}

}  // namespace

Future<Auth::FetchProvidersResult> Auth::FetchProvidersForEmail(const char* email) {
  return OnAuth<Future<FetchProvidersResult>>(
      auth_data_, kFetchProvidersForEmail, &FinishProviders, UnlessEmail(email),
      [&](latchkey_auth* auth, latchkey_completion completion, void* context) {
        latchkey_auth_fetch_sign_in_methods(auth, email, completion, context);
      });
}

Future<Auth::FetchProvidersResult> Auth::FetchProvidersForEmailLastResult() const {
  return LastResultOf<Future<FetchProvidersResult>>(auth_data_, kFetchProvidersForEmail);
}

AuthResultFuture Auth::SignInWithCustomToken(const char* custom_token) {
  return OnAuth<AuthResultFuture>(
      auth_data_, kSignInWithCustomToken, &FinishSignIn,
      Unless(custom_token, kAuthErrorInvalidCustomToken, "A token is needed."),
      [&](latchkey_auth* auth, latchkey_completion completion, void* context) {
        latchkey_auth_sign_in_with_custom_token(auth, custom_token, completion, context);
      });
}

AuthResultFuture Auth::SignInWithCustomTokenLastResult() const {
  return LastResultOf<AuthResultFuture>(auth_data_, kSignInWithCustomToken);
}

UserFuture Auth::SignInWithCredential(const Credential& credential) {
  return WithCredential<UserFuture, &FinishUser>(auth_data_, kSignInWithCredential, credential);
}

UserFuture Auth::SignInWithCredentialLastResult() const {
  return LastResultOf<UserFuture>(auth_data_, kSignInWithCredential);
}

AuthResultFuture Auth::SignInAndRetrieveDataWithCredential(const Credential& credential) {
  return WithCredential<AuthResultFuture, &FinishSignIn>(
      auth_data_, kSignInAndRetrieveDataWithCredential, credential);
}

AuthResultFuture Auth::SignInAndRetrieveDataWithCredentialLastResult() const {
  return LastResultOf<AuthResultFuture>(auth_data_, kSignInAndRetrieveDataWithCredential);
}

AuthResultFuture Auth::SignInWithProvider(FederatedAuthProvider* provider) {
  return InBrowser(auth_data_, AuthAccess::OAuthDataOf(provider));
}

AuthResultFuture Auth::SignInWithProvider(const FederatedOAuthProviderData& provider_data) {
  return InBrowser(auth_data_, &provider_data);
}

AuthResultFuture Auth::SignInAnonymously() {
  return OnAuth<AuthResultFuture>(auth_data_, kSignInAnonymously, &FinishSignIn, Obstacle(),
                                  &latchkey_auth_sign_in_anonymously);
}

AuthResultFuture Auth::SignInAnonymouslyLastResult() const {
  return LastResultOf<AuthResultFuture>(auth_data_, kSignInAnonymously);
}

AuthResultFuture Auth::SignInWithEmailAndPassword(const char* email, const char* password) {
  return OnAuth<AuthResultFuture>(
      auth_data_, kSignInWithEmailAndPassword, &FinishSignIn,
      UnlessEmailAndPassword(email, password),
      [&](latchkey_auth* auth, latchkey_completion completion, void* context) {
        latchkey_auth_sign_in_with_email(auth, email, password, completion, context);
      });
}

AuthResultFuture Auth::SignInWithEmailAndPasswordLastResult() const {
  return LastResultOf<AuthResultFuture>(auth_data_, kSignInWithEmailAndPassword);
}

AuthResultFuture Auth::CreateUserWithEmailAndPassword(const char* email, const char* password) {
  return OnAuth<AuthResultFuture>(
      auth_data_, kCreateUserWithEmailAndPassword, &FinishSignIn,
      UnlessEmailAndPassword(email, password),
      [&](latchkey_auth* auth, latchkey_completion completion, void* context) {
        latchkey_auth_create_user(auth, email, password, completion, context);
      });
}

AuthResultFuture Auth::CreateUserWithEmailAndPasswordLastResult() const {
  return LastResultOf<AuthResultFuture>(auth_data_, kCreateUserWithEmailAndPassword);
}

Future<void> Auth::SendPasswordResetEmail(const char* email) {
  return OnAuth<Future<void>>(
      auth_data_, kSendPasswordResetEmail, &FinishVoid, UnlessEmail(email),
      [&](latchkey_auth* auth, latchkey_completion completion, void* context) {
        latchkey_auth_send_password_reset(auth, email, nullptr, completion, context);
      });
}

Future<void> Auth::SendPasswordResetEmailLastResult() const {
  return LastResultOf<Future<void>>(auth_data_, kSendPasswordResetEmail);
}

Future<void> Auth::InitializeRecaptchaConfig() {
  return OnAuth<Future<void>>(auth_data_, kInitializeRecaptchaConfig, &FinishVoid, Obstacle(),
                              &latchkey_auth_initialize_recaptcha_config);
}

Future<void> Auth::InitializeRecaptchaConfigLastResult() const {
  return LastResultOf<Future<void>>(auth_data_, kInitializeRecaptchaConfig);
}

}  // namespace auth
}  // namespace firebase
