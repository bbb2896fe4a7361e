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

// Opens pages for the Auths of an app.
class Browser {
 public:
  // Sets the function that opens pages from now on.
  void set_open(std::function<void(const std::string&)> open);
  // Stops opening pages. When it returns, no page is being opened on another thread.
  void Close();

  // The latchkey_open_page function.
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
  // Returns NULL if the Auth cannot be created; the log contains the reason. `environment` may be
  // NULL.
  Auth* Get(App* app, const AuthEnvironment* environment);
  // Called when the Auth is deleted.
  void Forget(Auth* auth, App* app);
  // Called when the app is deleted.
  void Forget(App* app);

  static AuthRegistry& Shared();

 private:
  struct Surroundings {
    bool in_memory = false;
    bool has_browser = false;
    double seconds = 0;
    std::shared_ptr<Browser> browser;
    // The context that identifies the browser in the C interface.
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
