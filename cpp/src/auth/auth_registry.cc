#include "auth/auth_registry.h"

#include <utility>

#include "app/app_data.h"
#include "app/log.h"
#include "auth/access.h"
#include "auth/error_code.h"
#include "auth/numbered.h"

namespace firebase {
namespace auth {
namespace internal {

using firebase::internal::AppAccess;
using firebase::internal::Log;

void Browser::set_open(std::function<void(const std::string&)> open) {
  auto opener = std::make_shared<Opener>();
  opener->open = std::move(open);
  std::lock_guard<std::mutex> lock(mutex_);
  opener_ = std::move(opener);
}

void Browser::Close() {
  std::shared_ptr<Opener> opener;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    opener.swap(opener_);
  }
  if (opener) opener->gate.Close();
}

void Browser::Open(void* number, const char* url) noexcept {
  std::shared_ptr<Browser> browser = Numbered<Browser>::Shared().Find(number);
  if (!browser || url == nullptr) return;
  std::shared_ptr<Opener> opener;
  {
    std::lock_guard<std::mutex> lock(browser->mutex_);
    opener = browser->opener_;
  }
  if (opener) {
    Gate::Passage passage(&opener->gate);
    if (passage.is_open()) {
      if (opener->open) opener->open(url);
      return;
    }
  }
  Log(kLogLevelWarning, "A page was not opened: the auth that it was for was deleted.");
}

// Never destroyed: auths may be deleted while the process ends.
AuthRegistry& AuthRegistry::Shared() {
  static AuthRegistry* shared = new AuthRegistry;
  return *shared;
}

bool AuthRegistry::Surroundings::Fits(const AuthEnvironment& environment) const {
  return in_memory == environment.in_memory_sessions &&
         has_browser == static_cast<bool>(environment.open_browser) &&
         seconds == environment.browser_timeout_seconds;
}

latchkey_environment AuthRegistry::Surroundings::native() const {
  latchkey_environment native = {};
  native.in_memory = in_memory;
  native.open_page = has_browser ? &Browser::Open : nullptr;
  native.open_page_context = has_browser ? number : nullptr;
  native.browser_seconds = seconds;
  return native;
}

AuthRegistry::Surroundings& AuthRegistry::SurroundingsOf(App* app,
                                                         const AuthEnvironment& environment) {
  Surroundings& surroundings = surroundings_[app];
  if (!surroundings.browser) {
    surroundings.in_memory = environment.in_memory_sessions;
    surroundings.has_browser = static_cast<bool>(environment.open_browser);
    surroundings.seconds = environment.browser_timeout_seconds;
    surroundings.browser = std::make_shared<Browser>();
    surroundings.number = Numbered<Browser>::Shared().Add(surroundings.browser);
  }
  return surroundings;
}

Auth* AuthRegistry::Get(App* app, const AuthEnvironment* environment) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto known = auths_.find(app);
  bool is_known = known != auths_.end();
  if (is_known && environment == nullptr) return known->second;

  auto former = surroundings_.find(app);
  bool has_former = former != surroundings_.end();
  bool fits = has_former ? environment == nullptr || former->second.Fits(*environment) : !is_known;
  if (!fits) {
    Log(kLogLevelError, "The app has an auth already, or had one, in another environment.");
    return nullptr;
  }

  latchkey_environment native = {};
  if (environment != nullptr) {
    Surroundings& surroundings = SurroundingsOf(app, *environment);
    surroundings.browser->set_open(environment->open_browser);
    native = surroundings.native();
  }
  if (is_known) return known->second;

  Handle<latchkey_error> error;
  auto handle = Handle<latchkey_auth>::Taking(latchkey_auth_get(
      AppAccess::DataOf(*app).app(), environment == nullptr ? nullptr : &native, error.Receive()));
  if (!handle) {
    Log(kLogLevelError, MessageOf(error.get()));
    auto surroundings = surroundings_.find(app);
    if (!has_former && surroundings != surroundings_.end()) {
      Numbered<Browser>::Shared().Remove(surroundings->second.number);
      surroundings_.erase(surroundings);
    }
    return nullptr;
  }
  std::shared_ptr<AuthData> data = AuthData::Create(app, std::move(handle));
  Auth* auth = AuthAccess::NewAuth(data);
  data->set_auth(auth);
  auths_[app] = auth;
  AppAccess::DataOf(*app).AddCleanup(this, [this, app] { Forget(app); });
  return auth;
}

void AuthRegistry::Forget(Auth* auth, App* app) {
  std::shared_ptr<Browser> browser;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    auto known = auths_.find(app);
    if (known == auths_.end() || known->second != auth) return;
    auths_.erase(known);
    auto surroundings = surroundings_.find(app);
    if (surroundings != surroundings_.end()) browser = surroundings->second.browser;
  }
  // Called without the lock: Close() waits for a page that is being opened, and the function that
  // opens it may request an Auth.
  if (browser) browser->Close();
}

void AuthRegistry::Forget(App* app) {
  std::shared_ptr<AuthData> data;
  std::shared_ptr<Browser> browser;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    auto known = auths_.find(app);
    if (known != auths_.end()) {
      data = AuthAccess::DataOfAuth(*known->second);
      auths_.erase(known);
    }
    auto surroundings = surroundings_.find(app);
    if (surroundings != surroundings_.end()) {
      browser = surroundings->second.browser;
      Numbered<Browser>::Shared().Remove(surroundings->second.number);
      surroundings_.erase(surroundings);
    }
  }
  // Called without the lock: Close() waits for running callbacks, and a callback may request an
  // Auth.
  if (data) data->Close();
  if (browser) browser->Close();
}

}  // namespace internal
}  // namespace auth
}  // namespace firebase
