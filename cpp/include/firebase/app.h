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

/// The result of the initialization of a library.
enum InitResult {
  /// The library is ready.
  kInitResultSuccess = 0,
  /// The library is not ready, because a dependency is missing. The log contains the reason.
  kInitResultFailedMissingDependency
};

/// The name of the app that App::Create() makes without a name.
extern const char* const kDefaultAppName;

/// The values that an app needs to use its project. A value that is not set is empty.
///
/// If there is no API key, App::Create() reads the empty values from
/// `google-services-desktop.json`, `google-services.json` or `latchkey.json`. It checks the path in
/// the environment variable LATCHKEYAUTH_CONFIG, the directory of the program and the current
/// directory.
class AppOptions {
 public:
  /// Creates options without values.
  AppOptions();
  /// Copies all values.
  AppOptions(const AppOptions& other);
  /// Copies all values.
  AppOptions& operator=(const AppOptions& other);
  ~AppOptions();

  /// Sets the app's id, such as `1:1234:linux:abcd`. Here and below, NULL removes the value.
  void set_app_id(const char* id) { Set(&app_id_, id); }
  /// The app's id.
  const char* app_id() const { return app_id_.c_str(); }

  /// Sets the key that names the project to the server. It is not secret.
  void set_api_key(const char* key) { Set(&api_key_, key); }
  /// The key that names the project to the server.
  const char* api_key() const { return api_key_.c_str(); }

  /// Sets the project's number, which the messaging service uses.
  void set_messaging_sender_id(const char* sender_id) { Set(&messaging_sender_id_, sender_id); }
  /// The project's number, which the messaging service uses.
  const char* messaging_sender_id() const { return messaging_sender_id_.c_str(); }

  /// Sets the Realtime Database's address. Authentication does not use it.
  void set_database_url(const char* url) { Set(&database_url_, url); }
  /// The Realtime Database's address.
  const char* database_url() const { return database_url_.c_str(); }

  /// Sets the Analytics property. This SDK does not use it.
  void set_ga_tracking_id(const char* id) { Set(&ga_tracking_id_, id); }
  /// The Analytics property.
  const char* ga_tracking_id() const { return ga_tracking_id_.c_str(); }

  /// Sets the bucket of Cloud Storage. Authentication does not use it.
  void set_storage_bucket(const char* bucket) { Set(&storage_bucket_, bucket); }
  /// The bucket of Cloud Storage.
  const char* storage_bucket() const { return storage_bucket_.c_str(); }

  /// Sets the project's id, such as `my-project`.
  void set_project_id(const char* project) { Set(&project_id_, project); }
  /// The project's id.
  const char* project_id() const { return project_id_.c_str(); }

  /// Sets the OAuth client's id. The URL scheme with which a browser returns to an app is derived
  /// from it.
  void set_client_id(const char* client_id) { Set(&client_id_, client_id); }
  /// The OAuth client's id.
  const char* client_id() const { return client_id_.c_str(); }

  /// Sets the bundle id, or package name, under which the app is registered with the project.
  void set_package_name(const char* package_name) { Set(&package_name_, package_name); }
  /// The bundle id, or package name, under which the app is registered with the project.
  const char* package_name() const { return package_name_.c_str(); }

  /// Sets the domain that serves the handler page for sign-ins in a browser.
  void set_auth_domain(const char* domain) { Set(&auth_domain_, domain); }
  /// The domain that serves the handler page for sign-ins in a browser.
  const char* auth_domain() const { return auth_domain_.c_str(); }

  /// Sets the address of your own Latchkey server, such as `https://auth.example.com`. It may be
  /// http only on this machine.
  void set_server_url(const char* url) { Set(&server_url_, url); }
  /// The address of your own Latchkey server.
  const char* server_url() const { return server_url_.c_str(); }

  /// Sets host and port of a development server, such as `127.0.0.1:9099`. Do not set both this
  /// value and a server URL.
  void set_emulator_host(const char* host_and_port) { Set(&emulator_host_, host_and_port); }
  /// Host and port of a development server.
  const char* emulator_host() const { return emulator_host_.c_str(); }

  /// Reads the text of a google-services.json, a google-services-desktop.json or a latchkey.json.
  ///
  /// @param options Receives the values; NULL for new options, which the caller deletes.
  /// @return `options`, or the new options. NULL if the text cannot be read; then `options` do not
  /// change.
  static AppOptions* LoadFromJsonConfig(const char* config, AppOptions* options = nullptr);

  /// True if all values are equal.
  bool operator==(const AppOptions& other) const;
  /// True if any value differs.
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

/// One use of a project. The libraries are created for an app. Create() makes an app, and its
/// caller deletes the app. An object that was created for the app, such as an Auth, may be deleted
/// before or after the app. Such an object does not work after the app was deleted.
class App {
 public:
  /// Deletes the app and frees its name. Sessions stay stored, for the next app with this name.
  ~App();

  App(const App&) = delete;
  App& operator=(const App&) = delete;

  /// The app's name.
  const char* name() const;
  /// The app's options, including those that were read from a file.
  const AppOptions& options() const;

  /// Makes the default app with the options from a file: see AppOptions.
  ///
  /// @return NULL if there is no usable file; the log contains the reason. Here and below, if an
  /// app with this name already exists, returns this app.
  static App* Create();
  /// Makes the default app.
  static App* Create(const AppOptions& options);
  /// Makes an app with its own name: up to 256 ASCII letters, digits, `-` and `_`.
  static App* Create(const AppOptions& options, const char* name);

  /// The default app; NULL if it does not exist.
  static App* GetInstance();
  /// The app with this name; NULL if it does not exist.
  static App* GetInstance(const char* name);
  /// All existing apps.
  static std::vector<App*> GetApps();

 private:
  friend struct internal::AppAccess;

  explicit App(std::unique_ptr<internal::AppData> data);

  std::unique_ptr<internal::AppData> data_;
};

}  // namespace firebase

#endif  // FIREBASE_APP_H_
