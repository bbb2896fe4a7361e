// Code with the types of the current official SDK. It must compile; it is not run.

#include <map>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "firebase/app.h"
#include "firebase/auth.h"
#include "firebase/auth/credential.h"
#include "firebase/auth/types.h"
#include "firebase/auth/user.h"
#include "firebase/future.h"
#include "firebase/log.h"
#include "firebase/util.h"
#include "firebase/variant.h"

namespace version_13 {

using firebase::Future;
using firebase::FutureBase;

template <typename T>
const T* WaitForResult(const Future<T>& future) {
  while (future.status() == firebase::kFutureStatusPending) {
  }
  return future.result();
}

bool Failed(const FutureBase& future, int expected = firebase::auth::kAuthErrorNone) {
  return future.error() != expected || future.error_message() == nullptr;
}

class StateListener : public firebase::auth::AuthStateListener {
 public:
  void OnAuthStateChanged(firebase::auth::Auth* auth) override {
    firebase::auth::User user = auth->current_user();
    if (user.is_valid()) {
      for (const firebase::auth::UserInfoInterface& info : user.provider_data()) text += info.uid();
    }
  }
  std::string text;
};

class CodeListener : public firebase::auth::PhoneAuthProvider::Listener {
 public:
  ~CodeListener() override {}
  void OnVerificationCompleted(firebase::auth::PhoneAuthCredential credential) override {
    text = credential.sms_code();
  }
  void OnVerificationFailed(const std::string& error) override { text = error; }
  void OnCodeSent(const std::string& verification_id,
                  const firebase::auth::PhoneAuthProvider::ForceResendingToken& token) override {
    text = verification_id;
    resending_token = token;
  }
  std::string text;
  firebase::auth::PhoneAuthProvider::ForceResendingToken resending_token;
};

void EverySignIn(firebase::auth::Auth* auth, const firebase::auth::Credential& credential,
                 firebase::auth::FederatedOAuthProvider* provider) {
  Future<firebase::auth::AuthResult> result;
  result = auth->SignInAnonymously();
  result = auth->SignInAnonymouslyLastResult();
  result = auth->SignInWithCustomToken("token");
  result = auth->SignInWithCustomTokenLastResult();
  result = auth->SignInWithEmailAndPassword("email", "password");
  result = auth->SignInWithEmailAndPasswordLastResult();
  result = auth->CreateUserWithEmailAndPassword("email", "password");
  result = auth->CreateUserWithEmailAndPasswordLastResult();
  result = auth->SignInAndRetrieveDataWithCredential(credential);
  result = auth->SignInAndRetrieveDataWithCredentialLastResult();
  result = auth->SignInWithProvider(provider);
  Future<firebase::auth::User> user = auth->SignInWithCredential(credential);
  Failed(auth->SignInAnonymously());
  Failed(result, firebase::auth::kAuthErrorFailure);
  WaitForResult(user);
  const firebase::auth::AuthResult* waited = WaitForResult(auth->SignInAnonymously());
  const firebase::auth::User* waited_user = WaitForResult(auth->SignInWithCredential(credential));
  if (waited != nullptr && waited_user != nullptr && waited->user == *waited_user) return;
  auth->SignInAnonymously().OnCompletion(
      [](const Future<firebase::auth::AuthResult>& done, void* data) {
        *static_cast<std::string*>(data) = done.result()->user.uid();
      },
      nullptr);
  auth->SignInAnonymously().OnCompletion([](const Future<firebase::auth::AuthResult>& done) {
    const firebase::auth::AdditionalUserInfo& info = done.result()->additional_user_info;
    info.updated_credential.is_valid();
    done.result()->credential.provider();
  });
  auth->SignInWithCredential(credential).OnCompletion([](const FutureBase& done) { done.error(); });
  auto deduced = auth->SignInWithEmailAndPassword("email", "password");
  auto copy = deduced;
  copy = auth->SignInWithEmailAndPassword("email", "password");
  bool same = copy == deduced || deduced == result || result != copy;
  (void)same;
  std::vector<FutureBase> futures{deduced, user};
  futures.push_back(auth->SignInAnonymously());
  std::map<int, Future<firebase::auth::AuthResult>> by_number;
  by_number[1] = auth->SignInAnonymously();
}

void EveryOperationOfAUser(firebase::auth::Auth* auth, const firebase::auth::Credential& credential,
                           const firebase::auth::PhoneAuthCredential& phone_credential,
                           firebase::auth::FederatedAuthProvider* provider) {
  firebase::auth::User user = auth->current_user();
  Future<std::string> token = user.GetToken(false);
  token = user.GetTokenThreadSafe(false);
  token = user.GetTokenLastResult();
  Future<void> nothing = user.UpdatePassword("password");
  nothing = user.UpdatePasswordLastResult();
  nothing = user.Reauthenticate(credential);
  nothing = user.ReauthenticateLastResult();
  nothing = user.SendEmailVerification();
  nothing = user.SendEmailVerificationLastResult();
  nothing = user.SendEmailVerificationBeforeUpdatingEmail("email");
  nothing = user.SendEmailVerificationBeforeUpdatingEmailLastResult();
  firebase::auth::User::UserProfile profile;
  profile.display_name = "name";
  profile.photo_url = nullptr;
  nothing = user.UpdateUserProfile(profile);
  nothing = user.UpdateUserProfileLastResult();
  nothing = user.Reload();
  nothing = user.ReloadLastResult();
  nothing = user.Delete();
  nothing = user.DeleteLastResult();
  Future<firebase::auth::AuthResult> result = user.LinkWithCredential(credential);
  result = user.LinkWithCredentialLastResult();
  result = user.Unlink("provider");
  result = user.UnlinkLastResult();
  result = user.ReauthenticateAndRetrieveData(credential);
  result = user.ReauthenticateAndRetrieveDataLastResult();
  const firebase::auth::User constant = user;
  result = constant.ReauthenticateWithProvider(provider);
  result = constant.LinkWithProvider(provider);
  Future<firebase::auth::User> changed = user.UpdatePhoneNumberCredential(phone_credential);
  changed = user.UpdatePhoneNumberCredentialLastResult();
  nothing.OnCompletion([](const Future<void>& done, void*) { done.error(); }, nullptr);
  nothing.OnCompletion([](const Future<void>& done) { done.error(); });
}

void EveryFormOfTheUser(firebase::auth::Auth* auth) {
  firebase::auth::User user = auth->current_user();
  user = auth->current_user();
  firebase::auth::User copy(auth->current_user());
  auto deduced = auth->current_user();
  const firebase::auth::User& reference = auth->current_user();
  bool equal = user == copy || copy != user || auth->current_user() == user ||
               user == auth->current_user() || auth->current_user() != user ||
               auth->current_user() == auth->current_user() || deduced.is_valid() ||
               reference.is_valid();
  (void)equal;
  std::vector<firebase::auth::UserInfoInterface> infos = user.provider_data();
  const std::vector<firebase::auth::UserInfoInterface> constant = user.provider_data();
  for (const auto& info : user.provider_data()) info.provider_id();
  for (auto info : infos) info.provider_id();
  user.provider_data()[0].provider_id();
  std::vector<firebase::auth::User> users{user, auth->current_user()};
  users.push_back(auth->current_user());
  firebase::auth::UserMetadata metadata = user.metadata();
  uint64_t when = metadata.creation_timestamp;
  (void)when;
  const firebase::auth::UserInfoInterface& as_info = user;
  as_info.uid();
}

void Phone(firebase::auth::Auth* auth, CodeListener* listener) {
  firebase::auth::PhoneAuthOptions options;
  options.phone_number = "+16505551234";
  options.timeout_milliseconds = firebase::auth::PhoneAuthProvider::kMaxTimeoutMs;
  options.force_resending_token = &listener->resending_token;
  options.ui_parent = nullptr;
  firebase::auth::PhoneAuthProvider& provider =
      firebase::auth::PhoneAuthProvider::GetInstance(auth);
  provider.VerifyPhoneNumber(options, listener);
  firebase::auth::PhoneAuthCredential credential = provider.GetCredential("id", "code");
  auth->SignInWithCredential(credential);
}

void Providers(firebase::auth::Auth* auth) {
  firebase::auth::FederatedOAuthProviderData data("github.com", {"user:email"},
                                                  {{"allow_signup", "false"}});
  data.provider_id = "github.com";
  data.scopes = {"user:email"};
  data.custom_parameters = {{"allow_signup", "false"}};
  firebase::auth::FederatedOAuthProvider provider;
  provider.SetProviderData(data);
  firebase::auth::FederatedOAuthProvider other(data, nullptr);
  other.SetAuthHandler(nullptr);
  firebase::auth::FederatedAuthProvider* base = &provider;
  auth->SignInWithProvider(base);
  auth->SignInWithProvider(&other);
  auth->UseEmulator("localhost", 9099);
  auth->UseEmulator(std::string("localhost"), static_cast<uint32_t>(9099));
  firebase::auth::Auth::FetchProvidersResult result;
  result.providers.push_back("password");
}

firebase::InitResult Initialize(firebase::App* app, void*) {
  firebase::InitResult result;
  firebase::auth::Auth::GetAuth(app, &result);
  return result;
}

void Apps() {
  firebase::AppOptions options;
  options.set_api_key("key");
  firebase::App* app = firebase::App::Create(options, firebase::kDefaultAppName);
  for (firebase::App* each : firebase::App::GetApps()) each->options().app_id();
  firebase::ModuleInitializer initializer;
  initializer.Initialize(app, nullptr, Initialize);
  const firebase::ModuleInitializer::InitializerFn initializers[] = {Initialize, Initialize};
  initializer.Initialize(app, nullptr, initializers,
                         sizeof(initializers) / sizeof(initializers[0]));
  initializer.InitializeLastResult().error();
  firebase::SetLogLevel(firebase::kLogLevelDebug);
}

// Checks values and kinds of types that programs store or depend on.
static_assert(firebase::kFutureStatusComplete == 0 && firebase::kFutureStatusPending == 1 &&
                  firebase::kFutureStatusInvalid == 2,
              "");
static_assert(firebase::kInitResultSuccess == 0 &&
                  firebase::kInitResultFailedMissingDependency == 1,
              "");
static_assert(firebase::kLogLevelVerbose == 0 && firebase::kLogLevelAssert == 5, "");
static_assert(!std::is_abstract<firebase::auth::UserInfoInterface>::value, "");
static_assert(std::is_base_of<firebase::auth::UserInfoInterface, firebase::auth::User>::value, "");
static_assert(
    std::is_base_of<firebase::auth::Credential, firebase::auth::PhoneAuthCredential>::value, "");
static_assert(std::is_base_of<firebase::auth::FederatedProviderData,
                              firebase::auth::FederatedOAuthProviderData>::value,
              "");
static_assert(std::is_nothrow_move_constructible<FutureBase>::value, "");
static_assert(!std::is_copy_constructible<firebase::auth::Auth>::value, "");
static_assert(!std::is_copy_constructible<firebase::App>::value, "");

}  // namespace version_13
