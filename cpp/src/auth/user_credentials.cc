#include "auth/access.h"
#include "auth/operation.h"
#include "auth/provider.h"
#include "auth/shared_data.h"
#include "firebase/auth.h"

namespace firebase {
namespace auth {

using namespace internal;  // NOLINT: the whole file uses internal names

namespace {

typedef void (*CredentialFunction)(latchkey_user*, const latchkey_credential*, latchkey_completion,
                                   void*);
typedef void (*ProviderFunction)(latchkey_user*, const latchkey_provider*, latchkey_completion,
                                 void*);

template <typename AnyFuture, Finish kFinish>
AnyFuture WithCredential(const std::shared_ptr<AuthData>& data, Call call,
                         const Credential& credential, CredentialFunction begin) {
  return OnUser<AnyFuture>(data, call, FinishFor<kFinish>(credential), UnlessValid(credential),
                           [&](latchkey_user* user, latchkey_completion completion, void* context) {
                             begin(user, HandleOf(credential), completion, context);
                           });
}

AuthResultFuture InBrowser(const std::shared_ptr<AuthData>& data,
                           const FederatedOAuthProviderData* provider_data,
                           ProviderFunction begin) {
  Handle<latchkey_provider> provider = ProviderOf(provider_data);
  return OnUser<AuthResultFuture>(
      data, kNoLastResult, &FinishSignIn, UnlessProvider(provider),
      [&](latchkey_user* user, latchkey_completion completion, void* context) {
        begin(user, provider.get(), completion, context);
      });
}

}  // namespace

DualFuture<void, SignInResult> User::Reauthenticate(const Credential& credential) {
  return WithCredential<DualFuture<void, SignInResult>, &FinishReauthentication>(
      auth_data_, kReauthenticate, credential, &latchkey_user_reauthenticate_with_credential);
}

DualFuture<void, SignInResult> User::ReauthenticateLastResult() const {
  return LastResultOf<DualFuture<void, SignInResult>>(auth_data_, kReauthenticate);
}

AuthResultFuture User::ReauthenticateAndRetrieveData(const Credential& credential) {
  return WithCredential<AuthResultFuture, &FinishSignIn>(
      auth_data_, kReauthenticateAndRetrieveData, credential,
      &latchkey_user_reauthenticate_with_credential);
}

AuthResultFuture User::ReauthenticateAndRetrieveDataLastResult() const {
  return LastResultOf<AuthResultFuture>(auth_data_, kReauthenticateAndRetrieveData);
}

AuthResultFuture User::ReauthenticateWithProvider(FederatedAuthProvider* provider) const {
  return InBrowser(auth_data_, AuthAccess::OAuthDataOf(provider),
                   &latchkey_user_reauthenticate_with_provider);
}

AuthResultFuture User::ReauthenticateWithProvider(
    const FederatedOAuthProviderData& provider_data) const {
  return InBrowser(auth_data_, &provider_data, &latchkey_user_reauthenticate_with_provider);
}

AuthResultFuture User::LinkWithCredential(const Credential& credential) {
  return WithCredential<AuthResultFuture, &FinishSignIn>(
      auth_data_, kLinkWithCredential, credential, &latchkey_user_link_with_credential);
}

AuthResultFuture User::LinkWithCredentialLastResult() const {
  return LastResultOf<AuthResultFuture>(auth_data_, kLinkWithCredential);
}

Future<SignInResult> User::LinkAndRetrieveDataWithCredential(const Credential& credential) {
  return WithCredential<AuthResultFuture, &FinishSignIn>(
      auth_data_, kLinkAndRetrieveDataWithCredential, credential,
      &latchkey_user_link_with_credential);
}

Future<SignInResult> User::LinkAndRetrieveDataWithCredentialLastResult() const {
  return LastResultOf<AuthResultFuture>(auth_data_, kLinkAndRetrieveDataWithCredential);
}

AuthResultFuture User::LinkWithProvider(FederatedAuthProvider* provider) const {
  return InBrowser(auth_data_, AuthAccess::OAuthDataOf(provider),
                   &latchkey_user_link_with_provider);
}

AuthResultFuture User::LinkWithProvider(const FederatedOAuthProviderData& provider_data) const {
  return InBrowser(auth_data_, &provider_data, &latchkey_user_link_with_provider);
}

AuthResultFuture User::Unlink(const char* provider) {
  return OnUser<AuthResultFuture>(
      auth_data_, kUnlink, &FinishSignIn,
      Unless(provider, kAuthErrorNoSuchProvider, "A provider's id is needed."),
      [&](latchkey_user* user, latchkey_completion completion, void* context) {
        latchkey_user_unlink(user, provider, completion, context);
      });
}

AuthResultFuture User::UnlinkLastResult() const {
  return LastResultOf<AuthResultFuture>(auth_data_, kUnlink);
}

UserFuture User::UpdatePhoneNumberCredential(const PhoneAuthCredential& credential) {
  return UpdatePhoneNumberCredential(static_cast<const Credential&>(credential));
}

UserFuture User::UpdatePhoneNumberCredential(const Credential& credential) {
  Obstacle not_a_phone;
  if (credential.provider() != PhoneAuthProvider::kProviderId) {
    not_a_phone = Obstacle(kAuthErrorInvalidCredential, "That is no telephone's credential.");
  }
  return OnUser<UserFuture>(
      auth_data_, kUpdatePhoneNumberCredential, &FinishUser,
      Either(UnlessValid(credential), not_a_phone),
      [&](latchkey_user* user, latchkey_completion completion, void* context) {
        latchkey_user_update_phone_number(user, HandleOf(credential), completion, context);
      });
}

UserFuture User::UpdatePhoneNumberCredentialLastResult() const {
  return LastResultOf<UserFuture>(auth_data_, kUpdatePhoneNumberCredential);
}

}  // namespace auth
}  // namespace firebase
