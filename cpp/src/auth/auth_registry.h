#ifndef LATCHKEY_CPP_AUTH_AUTH_REGISTRY_H_
#define LATCHKEY_CPP_AUTH_AUTH_REGISTRY_H_

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "auth/gate.h"
#include "firebase/auth.h"
#include "latchkey_auth.h"

namespace firebase {
namespace auth {
namespace internal {

// What opens pages for the auths of an app, one after another.
class Browser {
 public:
  // From now on pages are opened by this.
  void set_open(std::function<void(const std::string&)> open);
  // From now on pages are not opened; when it returns, none is being opened on another thread.
  void Close();

  // A latchkey_open_page.
  static void Open(void* number, const char* url) noexcept;

 private:
  struct Opener {
    std::function<void(const std::string&)> open;
    Gate gate;
  };

  std::mutex mutex_;
  std::shared_ptr<Opener> opener_;
};

// The auth of each app.
class AuthRegistry {
 public:
  // NULL when it cannot be made; the log says why. `environment` may be NULL.
  Auth* Get(App* app, const AuthEnvironment* environment);
  // The auth is being deleted.
  void Forget(Auth* auth, App* app);
  // The app is being deleted.
  void Forget(App* app);

  static AuthRegistry& Shared();

 private:
  struct Surroundings {
    bool in_memory = false;
    bool has_browser = false;
    double seconds = 0;
    std::shared_ptr<Browser> browser;
    // What the C interface knows the browser by.
    void* number = nullptr;

    bool Fits(const AuthEnvironment& environment) const;
    latchkey_environment native() const;
  };

  Surroundings& SurroundingsOf(App* app, const AuthEnvironment& environment);

  std::mutex mutex_;
  std::map<App*, Auth*> auths_;
  std::map<App*, Surroundings> surroundings_;
};

}  // namespace internal
}  // namespace auth
}  // namespace firebase

#endif  // LATCHKEY_CPP_AUTH_AUTH_REGISTRY_H_
