#include <algorithm>
#include <mutex>
#include <vector>

#include "auth/access.h"
#include "auth/auth_data.h"
#include "auth/numbered.h"

namespace firebase {
namespace auth {
namespace internal {

namespace {

// Held during access to a listener's list of the Auths that the listener was added to.
std::mutex& AuthsLock() {
  static std::mutex* lock = new std::mutex;
  return *lock;
}

template <typename Listener>
void Note(Listener* listener, const std::shared_ptr<AuthData>& data) {
  std::lock_guard<std::mutex> lock(AuthsLock());
  AuthAccess::AuthsOf(listener).push_back(data);
}

template <typename Listener>
void Unnote(Listener* listener, const AuthData* data) {
  std::lock_guard<std::mutex> lock(AuthsLock());
  auto& auths = AuthAccess::AuthsOf(listener);
  auths.erase(std::remove_if(auths.begin(), auths.end(),
                             [data](const std::weak_ptr<AuthData>& known) {
                               std::shared_ptr<AuthData> auth = known.lock();
                               return !auth || auth.get() == data;
                             }),
              auths.end());
}

template <typename Listener>
void RemoveEverywhere(Listener* listener) {
  std::vector<std::weak_ptr<AuthData>> auths;
  {
    std::lock_guard<std::mutex> lock(AuthsLock());
    auths.swap(AuthAccess::AuthsOf(listener));
  }
  for (const std::weak_ptr<AuthData>& known : auths) {
    if (std::shared_ptr<AuthData> data = known.lock()) data->Remove(listener);
  }
}

}  // namespace

void AuthData::Listen() {
  first_uid_ = current_uid();
  number_ = Numbered<AuthData>::Shared().Add(shared_from_this());
  user_listener_ = Handle<latchkey_listener>::Taking(latchkey_auth_add_listener(
      handle_.get(), LATCHKEY_INTEREST_USER, &AuthData::OnUserChange, number_));
  token_listener_ = Handle<latchkey_listener>::Taking(latchkey_auth_add_listener(
      handle_.get(), LATCHKEY_INTEREST_TOKEN, &AuthData::OnTokenChange, number_));
}

void AuthData::OnUserChange(void* context, latchkey_user*) noexcept {
  if (std::shared_ptr<AuthData> data = Numbered<AuthData>::Shared().Find(context)) {
    data->TellOfUser();
  }
}

void AuthData::OnTokenChange(void* context, latchkey_user*) noexcept {
  std::shared_ptr<AuthData> data = Numbered<AuthData>::Shared().Find(context);
  if (!data) return;
  {
    std::lock_guard<std::recursive_mutex> telling(data->telling_);
    bool is_first = !data->has_heard_of_token_;
    data->has_heard_of_token_ = true;
    if (is_first && data->current_uid() == data->first_uid_) return;
  }
  data->TellOfToken();
}

// Uses the current user, not the user at the time when the callback was queued. A listener that was
// called in between is not called again.
void AuthData::TellOfUser() {
  std::lock_guard<std::recursive_mutex> telling(telling_);
  state_listeners_.TellEach(
      [this] { return current_uid(); },
      [](const std::string& told, const std::string& uid) { return told != uid; },
      [this](AuthStateListener* listener) { Tell(listener); });
}

void AuthData::TellOfToken() {
  std::lock_guard<std::recursive_mutex> telling(telling_);
  token_listeners_.TellEach(
      [this] { return current_uid(); },
      [](const std::string& told, const std::string& uid) { return !told.empty() || !uid.empty(); },
      [this](IdTokenListener* listener) { Tell(listener); });
}

void AuthData::Tell(AuthStateListener* listener) {
  if (Auth* told_of = auth()) listener->OnAuthStateChanged(told_of);
}

void AuthData::Tell(IdTokenListener* listener) {
  if (Auth* told_of = auth()) listener->OnIdTokenChanged(told_of);
}

bool AuthData::Add(AuthStateListener* listener) {
  std::lock_guard<std::recursive_mutex> telling(telling_);
  if (!handle() || !state_listeners_.Add(listener, current_uid())) return false;
  Note(listener, shared_from_this());
  Tell(listener);
  return true;
}

bool AuthData::Add(IdTokenListener* listener) {
  std::lock_guard<std::recursive_mutex> telling(telling_);
  if (!handle() || !token_listeners_.Add(listener, current_uid())) return false;
  Note(listener, shared_from_this());
  Tell(listener);
  return true;
}

void AuthData::Remove(AuthStateListener* listener) {
  std::lock_guard<std::recursive_mutex> telling(telling_);
  if (state_listeners_.Remove(listener)) Unnote(listener, this);
}

void AuthData::Remove(IdTokenListener* listener) {
  std::lock_guard<std::recursive_mutex> telling(telling_);
  if (token_listeners_.Remove(listener)) Unnote(listener, this);
}

}  // namespace internal

AuthStateListener::AuthStateListener() = default;
AuthStateListener::~AuthStateListener() { internal::RemoveEverywhere(this); }

IdTokenListener::IdTokenListener() = default;
IdTokenListener::~IdTokenListener() { internal::RemoveEverywhere(this); }

void Auth::AddAuthStateListener(AuthStateListener* listener) {
  // A listener may delete the Auth during its call.
  std::shared_ptr<internal::AuthData> data = auth_data_;
  if (listener != nullptr) data->Add(listener);
}

void Auth::RemoveAuthStateListener(AuthStateListener* listener) {
  if (listener != nullptr) auth_data_->Remove(listener);
}

void Auth::AddIdTokenListener(IdTokenListener* listener) {
  // A listener may delete the Auth during its call.
  std::shared_ptr<internal::AuthData> data = auth_data_;
  if (listener != nullptr) data->Add(listener);
}

void Auth::RemoveIdTokenListener(IdTokenListener* listener) {
  if (listener != nullptr) auth_data_->Remove(listener);
}

}  // namespace auth
}  // namespace firebase
