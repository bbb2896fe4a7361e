#ifndef LATCHKEY_CPP_AUTH_AUTH_DATA_H_
#define LATCHKEY_CPP_AUTH_AUTH_DATA_H_

#include <array>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "abi/handle.h"
#include "app/future_state.h"
#include "auth/captcha_asker.h"
#include "auth/gate.h"
#include "auth/listener_list.h"
#include "firebase/auth.h"

namespace firebase {
namespace auth {
namespace internal {

using firebase::internal::FutureState;
using latchkey::Handle;

// The kinds of operations that have a ...LastResult() function. Each kind has one last future.
enum Call {
  kFetchProvidersForEmail,
  kSignInWithCustomToken,
  kSignInWithCredential,
  kSignInAndRetrieveDataWithCredential,
  kSignInAnonymously,
  kSignInWithEmailAndPassword,
  kCreateUserWithEmailAndPassword,
  kSendPasswordResetEmail,
  kInitializeRecaptchaConfig,
  kGetToken,
  kUpdateEmail,
  kUpdatePassword,
  kReauthenticate,
  kReauthenticateAndRetrieveData,
  kSendEmailVerification,
  kSendEmailVerificationBeforeUpdatingEmail,
  kUpdateUserProfile,
  kLinkWithCredential,
  kLinkAndRetrieveDataWithCredential,
  kUnlink,
  kUpdatePhoneNumberCredential,
  kReload,
  kDelete,
  kMultiFactorSession,
  kEnroll,
  kUnenroll,
  kStartPasskeySignIn,
  kFinalizePasskeySignIn,
  kStartPasskeyEnrollment,
  kFinalizePasskeyEnrollment,
  kUnenrollPasskey,
  kCallCount,
  // The value for an operation that has no such function.
  kNoLastResult = kCallCount
};

// The data that an Auth, its users and its other objects share. After the Auth is deleted, the data
// are closed, and exist while any object refers to them.
class AuthData : public std::enable_shared_from_this<AuthData> {
 public:
  static std::shared_ptr<AuthData> Create(App* app, Handle<latchkey_auth> handle);
  ~AuthData();

  // Closes the data. When it returns, no function of the program is running on another thread.
  void Close();

  // Empty, or NULL, after the data were closed.
  Handle<latchkey_auth> handle() const;
  Handle<latchkey_user> user() const;
  Auth* auth() const;
  App* app() const;
  void set_auth(Auth* auth);

  // The one User object, for programs that use pointers. It is never deleted.
  User* legacy_user();
  PhoneAuthProvider* phone_provider();
  const std::vector<UserInfoInterface*>& LegacyProviderData(
      const std::vector<UserInfoInterface>& providers);

  // Creates the state of a pending future, which becomes the last future of its kind.
  std::shared_ptr<FutureState> Begin(Call call);
  // Completes the operation, and calls the callbacks. If the data are closed, the future becomes
  // invalid instead, unless the operation completed at once.
  void End(const std::shared_ptr<FutureState>& state, FutureState::Outcome outcome,
           bool ended_at_once);
  // NULL before the first operation of this kind.
  std::shared_ptr<FutureState> LastResult(Call call) const;

  Gate* gate() { return &gate_; }

  // Replaces the function that gets captcha tokens, unless the data are closed. When it returns, no
  // call of the former function is running on another thread.
  void SetCaptchaTokenProvider(CaptchaTokenProvider provider);

  bool Add(AuthStateListener* listener);
  bool Add(IdTokenListener* listener);
  void Remove(AuthStateListener* listener);
  void Remove(IdTokenListener* listener);
  // Notifies the listeners of the currently signed-in user.
  void TellOfUser();
  void TellOfToken();

 private:
  AuthData(App* app, Handle<latchkey_auth> handle);
  AuthData(const AuthData&) = delete;
  AuthData& operator=(const AuthData&) = delete;

  struct LegacyProviders;

  static void OnUserChange(void* context, latchkey_user* user) noexcept;
  static void OnTokenChange(void* context, latchkey_user* user) noexcept;

  void Listen();
  std::string current_uid() const;
  void Tell(AuthStateListener* listener);
  void Tell(IdTokenListener* listener);
  // Keeps these data forever, because a program has a pointer to a member.
  void Retire();

  mutable std::mutex mutex_;
  Handle<latchkey_auth> handle_;
  App* app_;
  Auth* auth_ = nullptr;
  std::array<std::shared_ptr<FutureState>, kCallCount> last_;
  std::set<std::shared_ptr<FutureState>> pending_;
  std::unique_ptr<User> legacy_user_;
  std::unique_ptr<PhoneAuthProvider> phone_provider_;
  std::vector<std::unique_ptr<LegacyProviders>> legacy_providers_;
  bool is_retired_ = false;

  std::shared_ptr<CaptchaAsker> captcha_asker_;

  Gate gate_;

  // Held during the calls of listeners.
  std::recursive_mutex telling_;
  ListenerList<AuthStateListener> state_listeners_;
  ListenerList<IdTokenListener> token_listeners_;
  // The first call passes the initial state, which is not a change for the listeners.
  bool has_heard_of_token_ = false;
  std::string first_uid_;

  void* number_ = nullptr;
  Handle<latchkey_listener> user_listener_;
  Handle<latchkey_listener> token_listener_;
};

}  // namespace internal
}  // namespace auth
}  // namespace firebase

#endif  // LATCHKEY_CPP_AUTH_AUTH_DATA_H_
