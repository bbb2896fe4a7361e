// Code with the types of versions 9 and 10 of the official SDK. It must compile; it is not run.

#include <string>
#include <vector>

#include "firebase/app.h"
#include "firebase/auth.h"
#include "firebase/auth/credential.h"
#include "firebase/auth/types.h"
#include "firebase/auth/user.h"
#include "firebase/future.h"

namespace version_9 {

template <typename T>
bool IsDone(const firebase::Future<T>& future) {
  return future.status() != firebase::kFutureStatusPending;
}

class StateListener : public firebase::auth::AuthStateListener {
 public:
  void OnAuthStateChanged(firebase::auth::Auth* auth) override {
    firebase::auth::User* user = auth->current_user();
    if (user != nullptr) {
      uid = user->uid();
      const std::vector<firebase::auth::UserInfoInterface*>& infos = user->provider_data();
      for (auto it = infos.begin(); it != infos.end(); ++it) {
        firebase::auth::UserInfoInterface* info = *it;
        uid += info->uid();
      }
    } else {
      uid.clear();
    }
  }
  std::string uid;
};

class TokenListener : public firebase::auth::IdTokenListener {
 public:
  void OnIdTokenChanged(firebase::auth::Auth* auth) override {
    has_user = auth->current_user() != nullptr;
  }
  bool has_user = false;
};

class CodeListener : public firebase::auth::PhoneAuthProvider::Listener {
 public:
  void OnVerificationCompleted(firebase::auth::Credential credential) override {
    credential.is_valid();
  }
  void OnVerificationFailed(const std::string& error) override { text = error; }
  void OnCodeSent(const std::string& verification_id,
                  const firebase::auth::PhoneAuthProvider::ForceResendingToken& token) override {
    text = verification_id;
    resending_token = token;
  }
  void OnCodeAutoRetrievalTimeOut(const std::string& verification_id) override {
    text = verification_id;
  }
  std::string text;
  firebase::auth::PhoneAuthProvider::ForceResendingToken resending_token;
};

void SignInCallback(const firebase::Future<firebase::auth::User*>& result, void* data) {
  if (result.error() == firebase::auth::kAuthErrorNone) {
    *static_cast<firebase::auth::User**>(data) = *result.result();
  }
}

void EverySignIn(firebase::auth::Auth* auth, const firebase::auth::Credential& credential,
                 firebase::auth::FederatedAuthProvider* provider) {
  firebase::Future<firebase::auth::User*> user_future;
  user_future = auth->SignInAnonymously();
  user_future = auth->SignInAnonymouslyLastResult();
  user_future = auth->SignInWithCustomToken("token");
  user_future = auth->SignInWithCustomTokenLastResult();
  user_future = auth->SignInWithCredential(credential);
  user_future = auth->SignInWithCredentialLastResult();
  user_future = auth->SignInWithEmailAndPassword("email", "password");
  user_future = auth->SignInWithEmailAndPasswordLastResult();
  user_future = auth->CreateUserWithEmailAndPassword("email", "password");
  user_future = auth->CreateUserWithEmailAndPasswordLastResult();
  firebase::Future<firebase::auth::SignInResult> result_future;
  result_future = auth->SignInAndRetrieveDataWithCredential(credential);
  result_future = auth->SignInAndRetrieveDataWithCredentialLastResult();
  result_future = auth->SignInWithProvider(provider);
  firebase::Future<firebase::auth::Auth::FetchProvidersResult> providers =
      auth->FetchProvidersForEmail("email");
  firebase::Future<void> nothing = auth->SendPasswordResetEmail("email");

  firebase::auth::User* user = nullptr;
  user_future.OnCompletion(SignInCallback, &user);
  user_future.OnCompletion(
      [](const firebase::Future<firebase::auth::User*>& done, void* data) {
        *static_cast<std::string*>(data) = (*done.result())->display_name();
      },
      nullptr);
  user_future.OnCompletion(
      [](const firebase::Future<firebase::auth::User*>& done) { done.error(); });
  firebase::Future<firebase::auth::User*> chained = auth->SignInWithCredential(credential);
  chained.OnCompletion(SignInCallback, &user);
  IsDone(user_future);
  IsDone(auth->SignInAnonymously());
  IsDone(nothing);
}

void EveryOperationOfAUser(firebase::auth::Auth* auth, const firebase::auth::Credential& credential,
                           firebase::auth::FederatedAuthProvider* provider) {
  firebase::auth::User* user = auth->current_user();
  if (!user) return;
  firebase::Future<std::string> token = user->GetToken(true);
  firebase::Future<void> nothing = user->UpdateEmail("email");
  nothing = user->UpdateEmailLastResult();
  nothing = user->UpdatePassword("password");
  nothing = user->Reauthenticate(credential);
  nothing = user->ReauthenticateLastResult();
  nothing = user->SendEmailVerification();
  firebase::auth::User::UserProfile profile;
  profile.display_name = "name";
  profile.photo_url = "https://example.com/";
  nothing = user->UpdateUserProfile(profile);
  nothing = user->Reload();
  nothing = user->Delete();
  firebase::Future<firebase::auth::User*> user_future = user->LinkWithCredential(credential);
  user_future = user->LinkWithCredentialLastResult();
  user_future = user->Unlink("provider");
  user_future = user->UnlinkLastResult();
  user_future = user->UpdatePhoneNumberCredential(credential);
  firebase::Future<firebase::auth::SignInResult> result =
      user->ReauthenticateAndRetrieveData(credential);
  result = user->ReauthenticateWithProvider(provider);
  result = user->LinkWithProvider(provider);
  result = user->LinkAndRetrieveDataWithCredential(credential);
  result = user->LinkAndRetrieveDataWithCredentialLastResult();
  if (result.result() != nullptr) {
    firebase::auth::User* linked = result.result()->user;
    const firebase::auth::AdditionalUserInfo& info = result.result()->info;
    const firebase::auth::UserMetadata meta = result.result()->meta;
    std::string text = linked->uid() + info.provider_id + info.user_name;
    for (const auto& each : info.profile) text += each.first.AsString().string_value();
    uint64_t when = meta.creation_timestamp + meta.last_sign_in_timestamp;
    (void)when;
  }
  std::string known = user->display_name() + user->email() + user->photo_url() + user->uid() +
                      user->provider_id() + user->phone_number();
  bool is = user->is_anonymous() || user->is_email_verified();
  (void)is;
  const uint64_t when = user->metadata().creation_timestamp;
  (void)when;
}

void EveryFormOfTheUser(firebase::auth::Auth* auth) {
  if (auth->current_user() == nullptr) return;
  if (auth->current_user()) auth->SignOut();
  if (auth->current_user() != NULL) auth->SignOut();
  const firebase::auth::User* user = auth->current_user();
  std::string name = user->display_name() + auth->current_user()->display_name();
  firebase::auth::User* same = auth->current_user();
  bool equal = user == same || auth->current_user() == same;
  (void)equal;
}

void Phone(firebase::auth::Auth* auth, CodeListener* listener) {
  firebase::auth::PhoneAuthProvider& provider =
      firebase::auth::PhoneAuthProvider::GetInstance(auth);
  provider.VerifyPhoneNumber("+16505551234", 30000, nullptr, listener);
  provider.VerifyPhoneNumber("+16505551234", firebase::auth::PhoneAuthProvider::kMaxTimeoutMs,
                             &listener->resending_token, listener);
  firebase::auth::Credential credential = provider.GetCredential("id", "code");
  firebase::Future<firebase::auth::User*> result = auth->SignInWithCredential(credential);
}

}  // namespace version_9
