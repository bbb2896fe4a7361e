#ifndef FIREBASE_APP_H_
#define FIREBASE_APP_H_

#include <memory>
#include <string>
#include <vector>

#include "firebase/internal/mutex.h"
#include "firebase/internal/platform.h"

namespace firebase {

class App;

namespace internal {
class AppData;
struct AppAccess;
}  // namespace internal

/// Whether a library could be made ready.
enum InitResult {
  /// It is ready.
  kInitResultSuccess = 0,
  /// It is not: something that it needs is missing. The log says what.
  kInitResultFailedMissingDependency
};

/// The name of the app that App::Create() makes when none is given.
extern const char* const kDefaultAppName;

/// What an app has to know of its project. What is not set is empty.
///
/// Where there is no API key, App::Create() takes what is empty from
/// `google-services-desktop.json`, `google-services.json` or `latchkey.json`: at the path in the
/// environment variable LATCHKEYAUTH_CONFIG, beside the program, in the current directory.
class AppOptions {
 public:
  /// Nothing set.
  AppOptions();
  /// A copy of its own.
  AppOptions(const AppOptions& other);
  /// A copy of its own.
  AppOptions& operator=(const AppOptions& other);
  ~AppOptions();

  /// The app's id, such as `1:1234:linux:abcd`. NULL unsets, here and below.
  void set_app_id(const char* id) { Set(&app_id_, id); }
  /// The app's id.
  const char* app_id() const { return app_id_.c_str(); }

  /// The key that names the project to the server. It is no secret.
  void set_api_key(const char* key) { Set(&api_key_, key); }
  /// The key that names the project to the server.
  const char* api_key() const { return api_key_.c_str(); }

  /// The project's number, as messaging knows it.
  void set_messaging_sender_id(const char* sender_id) { Set(&messaging_sender_id_, sender_id); }
  /// The project's number, as messaging knows it.
  const char* messaging_sender_id() const { return messaging_sender_id_.c_str(); }

  /// The Realtime Database's address. Authentication does not use it.
  void set_database_url(const char* url) { Set(&database_url_, url); }
  /// The Realtime Database's address.
  const char* database_url() const { return database_url_.c_str(); }

  /// The Analytics property. Nothing here uses it.
  void set_ga_tracking_id(const char* id) { Set(&ga_tracking_id_, id); }
  /// The Analytics property.
  const char* ga_tracking_id() const { return ga_tracking_id_.c_str(); }

  /// The bucket of Cloud Storage. Authentication does not use it.
  void set_storage_bucket(const char* bucket) { Set(&storage_bucket_, bucket); }
  /// The bucket of Cloud Storage.
  const char* storage_bucket() const { return storage_bucket_.c_str(); }

  /// The project's id, such as `my-project`.
  void set_project_id(const char* project) { Set(&project_id_, project); }
  /// The project's id.
  const char* project_id() const { return project_id_.c_str(); }

  /// The OAuth client's id, of which the scheme is made by which a browser comes back to an app.
  void set_client_id(const char* client_id) { Set(&client_id_, client_id); }
  /// The OAuth client's id.
  const char* client_id() const { return client_id_.c_str(); }

  /// The bundle id, or package name, by which the project knows the app.
  void set_package_name(const char* package_name) { Set(&package_name_, package_name); }
  /// The bundle id, or package name, by which the project knows the app.
  const char* package_name() const { return package_name_.c_str(); }

  /// The domain that sign-ins in a browser are led through.
  void set_auth_domain(const char* domain) { Set(&auth_domain_, domain); }
  /// The domain that sign-ins in a browser are led through.
  const char* auth_domain() const { return auth_domain_.c_str(); }

  /// The address of a Latchkey server of one's own, such as `https://auth.example.com`; http on
  /// this machine alone.
  void set_server_url(const char* url) { Set(&server_url_, url); }
  /// The address of a Latchkey server of one's own.
  const char* server_url() const { return server_url_.c_str(); }

  /// Host and port of a development server, such as `127.0.0.1:9099`. Not beside a server URL.
  void set_emulator_host(const char* host_and_port) { Set(&emulator_host_, host_and_port); }
  /// Host and port of a development server.
  const char* emulator_host() const { return emulator_host_.c_str(); }

  /// Reads the text of a google-services.json, a google-services-desktop.json or a latchkey.json.
  ///
  /// @param options Takes what is read, or NULL for new ones, which are the caller's to delete.
  /// @return `options`, or the new ones; NULL for a text that cannot be read, and then `options`
  /// are as they were.
  static AppOptions* LoadFromJsonConfig(const char* config, AppOptions* options = nullptr);

  /// Whether everything is the same.
  bool operator==(const AppOptions& other) const;
  /// Whether anything is different.
  bool operator!=(const AppOptions& other) const { return !(*this == other); }

 private:
  static void Set(std::string* member, const char* value) {
    *member = value == nullptr ? "" : value;
  }

  std::string app_id_;
  std::string api_key_;
  std::string messaging_sender_id_;
  std::string database_url_;
  std::string ga_tracking_id_;
  std::string storage_bucket_;
  std::string project_id_;
  std::string client_id_;
  std::string package_name_;
  std::string auth_domain_;
  std::string server_url_;
  std::string emulator_host_;
};

/// One use of a project: what the libraries are made for. It is made by Create(), and deleted by
/// whoever made it. What was made for it, such as an Auth, may be deleted before or after it, and
/// works no more after it.
class App {
 public:
  /// Gives the app's name free. Sessions stay stored, for the next app of the name.
  ~App();

  App(const App&) = delete;
  App& operator=(const App&) = delete;

  /// The app's name.
  const char* name() const;
  /// What the app was made with, what was found in a file included.
  const AppOptions& options() const;

  /// Makes the default app by what is found in a file: see AppOptions.
  ///
  /// @return NULL when there is no such file or it does not do; the log says why. The app of the
  /// same name when there is one already, here and below.
  static App* Create();
  /// Makes the default app.
  static App* Create(const AppOptions& options);
  /// Makes an app with a name of its own: one to four dozen letters, digits, `-` and `_` will do.
  static App* Create(const AppOptions& options, const char* name);

  /// The default app, or NULL.
  static App* GetInstance();
  /// The app of a name, or NULL.
  static App* GetInstance(const char* name);
  /// All apps that there are.
  static std::vector<App*> GetApps();

 private:
  friend struct internal::AppAccess;

  explicit App(std::unique_ptr<internal::AppData> data);

  std::unique_ptr<internal::AppData> data_;
};

}  // namespace firebase

#endif  // FIREBASE_APP_H_
