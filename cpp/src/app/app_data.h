#ifndef LATCHKEY_CPP_APP_APP_DATA_H_
#define LATCHKEY_CPP_APP_APP_DATA_H_

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "abi/handle.h"
#include "firebase/app.h"

namespace firebase {
namespace internal {

// The data of an App, for the libraries.
class AppData {
 public:
  AppData(latchkey::Handle<latchkey_app> app, const AppOptions& options, const char* name);

  latchkey_app* app() const { return app_.get(); }
  const std::string& name() const { return name_; }
  const AppOptions& options() const { return options_; }

  // Calls a function when the app is deleted, before its members are destroyed.
  void AddCleanup(const void* owner, std::function<void()> cleanup);
  void RemoveCleanup(const void* owner);
  void CleanUp();

 private:
  latchkey::Handle<latchkey_app> app_;
  std::string name_;
  AppOptions options_;
  std::mutex mutex_;
  std::map<const void*, std::function<void()>> cleanups_;
};

struct AppAccess {
  static AppData& DataOf(const App& app) { return *app.data_; }
  static App* Make(std::unique_ptr<AppData> data) { return new App(std::move(data)); }
};

// Converts the options to those of the C interface.
latchkey::Handle<latchkey_options> ToHandle(const AppOptions& options);
// Sets the members that are empty. Never sets both a server URL and an emulator host.
void FillFrom(const latchkey::Handle<latchkey_options>& found, AppOptions* options);

}  // namespace internal
}  // namespace firebase

#endif  // LATCHKEY_CPP_APP_APP_DATA_H_
