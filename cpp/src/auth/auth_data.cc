#include "auth/auth_data.h"

#include <utility>

#include "auth/access.h"
#include "auth/numbered.h"

namespace firebase {
namespace auth {
namespace internal {

namespace {

// Data to whose members a program may still have a pointer. Never destroyed.
struct Retired {
  std::mutex mutex;
  std::vector<std::shared_ptr<AuthData>> data;
};

Retired& TheRetired() {
  static Retired* retired = new Retired;
  return *retired;
}

}  // namespace

struct AuthData::LegacyProviders {
  std::vector<UserInfoInterface> values;
  std::vector<UserInfoInterface*> pointers;
};

AuthData::AuthData(App* app, Handle<latchkey_auth> handle)
    : handle_(std::move(handle)), app_(app) {}

AuthData::~AuthData() = default;

std::shared_ptr<AuthData> AuthData::Create(App* app, Handle<latchkey_auth> handle) {
  std::shared_ptr<AuthData> data(new AuthData(app, std::move(handle)));
  data->Listen();
  return data;
}

Handle<latchkey_auth> AuthData::handle() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return handle_;
}

Handle<latchkey_user> AuthData::user() const {
  Handle<latchkey_auth> auth = handle();
  if (!auth) return Handle<latchkey_user>();
  return Handle<latchkey_user>::Taking(latchkey_auth_current_user(auth.get()));
}

Auth* AuthData::auth() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return auth_;
}

App* AuthData::app() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return app_;
}

void AuthData::set_auth(Auth* auth) {
  std::lock_guard<std::mutex> lock(mutex_);
  auth_ = auth;
}

std::string AuthData::current_uid() const {
  Handle<latchkey_user> current = user();
  return current ? latchkey::TakeText(latchkey_user_uid(current.get())) : std::string();
}

void AuthData::Close() {
  Handle<latchkey_auth> handle;
  std::set<std::shared_ptr<FutureState>> pending;
  std::array<std::shared_ptr<FutureState>, kCallCount> last;
  std::shared_ptr<CaptchaAsker> asker;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    asker.swap(captcha_asker_);
    handle = std::move(handle_);
    handle_ = Handle<latchkey_auth>();
    auth_ = nullptr;
    pending.swap(pending_);
    last.swap(last_);
  }
  {
    std::lock_guard<std::recursive_mutex> telling(telling_);
    state_listeners_.Clear();
    token_listeners_.Clear();
  }
  if (handle) {
    latchkey_auth_cancel_page(handle.get());
    latchkey_auth_remove_listener(handle.get(), user_listener_.get());
    latchkey_auth_remove_listener(handle.get(), token_listener_.get());
    user_listener_ = Handle<latchkey_listener>();
    token_listener_ = Handle<latchkey_listener>();
    Numbered<AuthData>::Shared().Remove(number_);
  }
  for (const std::shared_ptr<FutureState>& state : pending) state->Invalidate();
  if (asker) {
    asker->Close();
    CaptchaAsker::Set(handle.get(), CaptchaTokenProvider(), &asker);
  }
  gate_.Close();
}

void AuthData::SetCaptchaTokenProvider(CaptchaTokenProvider provider) {
  std::shared_ptr<CaptchaAsker> former;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!handle_) return;
    former = captcha_asker_;
    CaptchaAsker::Set(handle_.get(), std::move(provider), &captcha_asker_);
  }
  if (former) former->Close();
}

void AuthData::Retire() {
  if (is_retired_) return;
  is_retired_ = true;
  std::lock_guard<std::mutex> lock(TheRetired().mutex);
  TheRetired().data.push_back(shared_from_this());
}

User* AuthData::legacy_user() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (!legacy_user_) {
    legacy_user_.reset(AuthAccess::NewUser(shared_from_this()));
    Retire();
  }
  return legacy_user_.get();
}

PhoneAuthProvider* AuthData::phone_provider() {
  std::lock_guard<std::mutex> lock(mutex_);
  if (!phone_provider_) {
    phone_provider_.reset(AuthAccess::NewPhoneProvider(this));
    Retire();
  }
  return phone_provider_.get();
}

namespace {

bool AreSame(const std::vector<UserInfoInterface>& some,
             const std::vector<UserInfoInterface>& others) {
  if (some.size() != others.size()) return false;
  for (size_t i = 0; i < some.size(); i++) {
    const UserInfoInterface& one = some[i];
    const UserInfoInterface& other = others[i];
    if (one.provider_id() != other.provider_id() || one.uid() != other.uid() ||
        one.email() != other.email() || one.display_name() != other.display_name() ||
        one.photo_url() != other.photo_url() || one.phone_number() != other.phone_number()) {
      return false;
    }
  }
  return true;
}

}  // namespace

const std::vector<UserInfoInterface*>& AuthData::LegacyProviderData(
    const std::vector<UserInfoInterface>& providers) {
  std::lock_guard<std::mutex> lock(mutex_);
  for (const std::unique_ptr<LegacyProviders>& known : legacy_providers_) {
    if (AreSame(known->values, providers)) return known->pointers;
  }
  std::unique_ptr<LegacyProviders> added(new LegacyProviders);
  added->values = providers;
  for (UserInfoInterface& info : added->values) added->pointers.push_back(&info);
  legacy_providers_.push_back(std::move(added));
  return legacy_providers_.back()->pointers;
}

std::shared_ptr<FutureState> AuthData::Begin(Call call) {
  auto state = std::make_shared<FutureState>();
  std::shared_ptr<FutureState> replaced;
  std::lock_guard<std::mutex> lock(mutex_);
  if (!handle_) return state;
  pending_.insert(state);
  if (call != kNoLastResult) {
    replaced = std::move(last_[call]);
    last_[call] = state;
  }
  return state;
}

void AuthData::End(const std::shared_ptr<FutureState>& state, FutureState::Outcome outcome,
                   bool ended_at_once) {
  Gate::Passage passage(&gate_);
  {
    std::lock_guard<std::mutex> lock(mutex_);
    pending_.erase(state);
  }
  if (passage.is_open() || ended_at_once) {
    state->Complete(std::move(outcome));
  } else {
    state->Invalidate();
  }
}

std::shared_ptr<FutureState> AuthData::LastResult(Call call) const {
  std::lock_guard<std::mutex> lock(mutex_);
  return last_[call];
}

}  // namespace internal
}  // namespace auth
}  // namespace firebase
