#include "firebase/app.h"

#include <map>
#include <mutex>
#include <utility>

#include "app/app_data.h"
#include "app/log.h"

namespace firebase {

const char* const kDefaultAppName = "__FIRAPP_DEFAULT";

namespace {

struct Registry {
  std::mutex mutex;
  std::map<std::string, App*> apps;
};

// Never destroyed: apps may be deleted while the process ends.
Registry& TheRegistry() {
  static Registry* registry = new Registry;
  return *registry;
}

std::string Message(const latchkey::Handle<latchkey_error>& error) {
  std::string message = latchkey::TakeText(latchkey_error_message(error.get()));
  std::string reason = latchkey::TakeText(latchkey_error_reason(error.get()));
  return reason.empty() ? message : message + ": " + reason;
}

// If there is an API key, does not read a file: a file that happens to exist may belong to another
// project.
bool Fill(AppOptions* options) {
  if (*options->api_key() != '\0') return true;
  latchkey::Handle<latchkey_error> error;
  auto found = latchkey::Handle<latchkey_options>::Taking(latchkey_options_find(error.Receive()));
  if (!found) {
    internal::Log(kLogLevelError, "The app has no API key. " + Message(error));
    return false;
  }
  internal::FillFrom(found, options);
  return true;
}

}  // namespace

namespace internal {

AppData::AppData(latchkey::Handle<latchkey_app> app, const AppOptions& options, const char* name)
    : app_(std::move(app)), name_(name), options_(options) {}

void AppData::AddCleanup(const void* owner, std::function<void()> cleanup) {
  std::lock_guard<std::mutex> lock(mutex_);
  cleanups_[owner] = std::move(cleanup);
}

void AppData::RemoveCleanup(const void* owner) {
  std::lock_guard<std::mutex> lock(mutex_);
  cleanups_.erase(owner);
}

void AppData::CleanUp() {
  std::map<const void*, std::function<void()>> cleanups;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    cleanups.swap(cleanups_);
  }
  for (auto& cleanup : cleanups) cleanup.second();
}

}  // namespace internal

App::App(std::unique_ptr<internal::AppData> data) : data_(std::move(data)) {}

App::~App() {
  {
    std::lock_guard<std::mutex> lock(TheRegistry().mutex);
    TheRegistry().apps.erase(data_->name());
  }
  data_->CleanUp();
  latchkey_app_delete(data_->app());
}

const char* App::name() const { return data_->name().c_str(); }

const AppOptions& App::options() const { return data_->options(); }

App* App::Create() { return Create(AppOptions()); }

App* App::Create(const AppOptions& options) { return Create(options, kDefaultAppName); }

App* App::Create(const AppOptions& options, const char* name) {
  if (name == nullptr) name = kDefaultAppName;
  Registry& registry = TheRegistry();
  std::lock_guard<std::mutex> lock(registry.mutex);
  auto known = registry.apps.find(name);
  if (known != registry.apps.end()) {
    internal::Log(kLogLevelWarning, std::string("There is an app of the name ") + name +
                                        " already: the options are not used.");
    return known->second;
  }
  AppOptions complete(options);
  if (!Fill(&complete)) return nullptr;

  latchkey::Handle<latchkey_error> error;
  bool is_default = std::string(name) == kDefaultAppName;
  auto app = latchkey::Handle<latchkey_app>::Taking(latchkey_app_create(
      internal::ToHandle(complete).get(), is_default ? nullptr : name, error.Receive()));
  if (!app) {
    internal::Log(kLogLevelError, Message(error));
    return nullptr;
  }
  std::unique_ptr<internal::AppData> data(new internal::AppData(std::move(app), complete, name));
  return registry.apps[name] = internal::AppAccess::Make(std::move(data));
}

App* App::GetInstance() { return GetInstance(kDefaultAppName); }

App* App::GetInstance(const char* name) {
  if (name == nullptr) name = kDefaultAppName;
  std::lock_guard<std::mutex> lock(TheRegistry().mutex);
  auto known = TheRegistry().apps.find(name);
  return known == TheRegistry().apps.end() ? nullptr : known->second;
}

std::vector<App*> App::GetApps() {
  std::vector<App*> apps;
  std::lock_guard<std::mutex> lock(TheRegistry().mutex);
  for (auto& app : TheRegistry().apps) apps.push_back(app.second);
  return apps;
}

}  // namespace firebase
