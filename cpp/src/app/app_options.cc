#include <memory>

#include "app/app_data.h"
#include "app/log.h"
#include "firebase/app.h"

namespace firebase {

AppOptions::AppOptions() = default;
AppOptions::AppOptions(const AppOptions& other) = default;
AppOptions& AppOptions::operator=(const AppOptions& other) = default;
AppOptions::~AppOptions() = default;

bool AppOptions::operator==(const AppOptions& other) const {
  return app_id_ == other.app_id_ && api_key_ == other.api_key_ &&
         messaging_sender_id_ == other.messaging_sender_id_ &&
         database_url_ == other.database_url_ && ga_tracking_id_ == other.ga_tracking_id_ &&
         storage_bucket_ == other.storage_bucket_ && project_id_ == other.project_id_ &&
         client_id_ == other.client_id_ && package_name_ == other.package_name_ &&
         auth_domain_ == other.auth_domain_ && server_url_ == other.server_url_ &&
         emulator_host_ == other.emulator_host_;
}

namespace internal {

namespace {

struct Member {
  latchkey_option option;
  const char* (AppOptions::*get)() const;
  void (AppOptions::*set)(const char*);
};

const Member kMembers[] = {
    {LATCHKEY_OPTION_API_KEY, &AppOptions::api_key, &AppOptions::set_api_key},
    {LATCHKEY_OPTION_PROJECT_ID, &AppOptions::project_id, &AppOptions::set_project_id},
    {LATCHKEY_OPTION_APP_ID, &AppOptions::app_id, &AppOptions::set_app_id},
    {LATCHKEY_OPTION_MESSAGING_SENDER_ID, &AppOptions::messaging_sender_id,
     &AppOptions::set_messaging_sender_id},
    {LATCHKEY_OPTION_DATABASE_URL, &AppOptions::database_url, &AppOptions::set_database_url},
    {LATCHKEY_OPTION_STORAGE_BUCKET, &AppOptions::storage_bucket, &AppOptions::set_storage_bucket},
    {LATCHKEY_OPTION_CLIENT_ID, &AppOptions::client_id, &AppOptions::set_client_id},
    {LATCHKEY_OPTION_BUNDLE_ID, &AppOptions::package_name, &AppOptions::set_package_name},
    {LATCHKEY_OPTION_AUTH_DOMAIN, &AppOptions::auth_domain, &AppOptions::set_auth_domain},
    {LATCHKEY_OPTION_SERVER_URL, &AppOptions::server_url, &AppOptions::set_server_url},
    {LATCHKEY_OPTION_EMULATOR_HOST, &AppOptions::emulator_host, &AppOptions::set_emulator_host},
};

bool IsEmpty(const char* text) { return *text == '\0'; }

bool IsServer(latchkey_option option) {
  return option == LATCHKEY_OPTION_SERVER_URL || option == LATCHKEY_OPTION_EMULATOR_HOST;
}

}  // namespace

latchkey::Handle<latchkey_options> ToHandle(const AppOptions& options) {
  auto handle = latchkey::Handle<latchkey_options>::Taking(latchkey_options_create());
  for (const Member& member : kMembers) {
    const char* value = (options.*member.get)();
    if (!IsEmpty(value)) latchkey_options_set(handle.get(), member.option, value);
  }
  return handle;
}

void FillFrom(const latchkey::Handle<latchkey_options>& found, AppOptions* options) {
  bool has_server = !IsEmpty(options->server_url()) || !IsEmpty(options->emulator_host());
  for (const Member& member : kMembers) {
    if (!IsEmpty((options->*member.get)()) || (has_server && IsServer(member.option))) continue;
    std::string value = latchkey::TakeText(latchkey_options_get(found.get(), member.option));
    (options->*member.set)(value.c_str());
  }
}

}  // namespace internal

AppOptions* AppOptions::LoadFromJsonConfig(const char* config, AppOptions* options) {
  latchkey::Handle<latchkey_error> error;
  auto parsed = latchkey::Handle<latchkey_options>::Taking(
      latchkey_options_parse(config == nullptr ? "" : config, error.Receive()));
  if (!parsed) {
    internal::Log(kLogLevelError, latchkey::TakeText(latchkey_error_message(error.get())));
    return nullptr;
  }
  AppOptions read;
  internal::FillFrom(parsed, &read);
  if (options == nullptr) return new AppOptions(read);
  *options = read;
  return options;
}

}  // namespace firebase
