#include "firebase/auth.h"

#include <utility>

#include "app/log.h"
#include "auth/access.h"
#include "auth/auth_registry.h"
#include "auth/error_code.h"

namespace firebase {
namespace auth {

using firebase::internal::Log;
using internal::AuthAccess;
using internal::AuthRegistry;
using latchkey::Handle;
using latchkey::TakeText;

namespace {

Auth* Get(App* app, const AuthEnvironment* environment, InitResult* init_result_out) {
  Auth* auth = app == nullptr ? nullptr : AuthRegistry::Shared().Get(app, environment);
  if (app == nullptr) Log(kLogLevelError, "An auth is of an app, and NULL is none.");
  if (init_result_out != nullptr) {
    *init_result_out = auth == nullptr ? kInitResultFailedMissingDependency : kInitResultSuccess;
  }
  return auth;
}

bool IsEmpty(const char* text) { return text == nullptr || *text == '\0'; }

}  // namespace

Auth::Auth(std::shared_ptr<internal::AuthData> data) : auth_data_(std::move(data)) {}

Auth::~Auth() {
  AuthRegistry::Shared().Forget(this, auth_data_->app());
  auth_data_->Close();
}

Auth* Auth::GetAuth(App* app, InitResult* init_result_out) {
  return Get(app, nullptr, init_result_out);
}

Auth* Auth::GetAuth(App* app, const AuthEnvironment& environment, InitResult* init_result_out) {
  return Get(app, &environment, init_result_out);
}

App& Auth::app() { return *auth_data_->app(); }

CurrentUser Auth::current_user() { return AuthAccess::MakeCurrentUser(auth_data_); }

User* Auth::current_user_DEPRECATED() { return current_user(); }

std::string Auth::language_code() const {
  return TakeText(latchkey_auth_language_code(auth_data_->handle().get()));
}

void Auth::set_language_code(const char* language_code) {
  latchkey_auth_set_language_code(auth_data_->handle().get(),
                                  IsEmpty(language_code) ? nullptr : language_code);
}

void Auth::UseAppLanguage() { latchkey_auth_use_app_language(auth_data_->handle().get()); }

std::string Auth::tenant_id() const {
  return TakeText(latchkey_auth_tenant_id(auth_data_->handle().get()));
}

void Auth::set_tenant_id(const char* tenant_id) {
  latchkey_auth_set_tenant_id(auth_data_->handle().get(), IsEmpty(tenant_id) ? nullptr : tenant_id);
}

void Auth::UseEmulator(std::string host, uint32_t port) {
  Handle<latchkey_error> error;
  int32_t number = port > 65535 ? -1 : static_cast<int32_t>(port);
  if (!latchkey_auth_use_emulator(auth_data_->handle().get(), host.c_str(), number,
                                  error.Receive())) {
    Log(kLogLevelError, internal::MessageOf(error.get()));
  }
}

bool Auth::UseBackend(const char* url) {
  Handle<latchkey_error> error;
  bool is_used = latchkey_auth_use_backend(auth_data_->handle().get(), url == nullptr ? "" : url,
                                           error.Receive());
  if (!is_used) Log(kLogLevelError, internal::MessageOf(error.get()));
  return is_used;
}

void Auth::SignOut() {
  // A listener may delete the Auth during its call.
  std::shared_ptr<internal::AuthData> data = auth_data_;
  Handle<latchkey_auth> auth = data->handle();
  if (!auth) return;
  Handle<latchkey_error> error;
  if (!latchkey_auth_sign_out(auth.get(), error.Receive())) {
    Log(kLogLevelError, internal::MessageOf(error.get()));
    return;
  }
  // The SDK's thread also calls the listeners, and skips those that have been called here.
  data->TellOfUser();
  data->TellOfToken();
}

FederatedAuthProvider::FederatedAuthProvider() = default;
FederatedAuthProvider::~FederatedAuthProvider() = default;

FederatedOAuthProvider::FederatedOAuthProvider() = default;
FederatedOAuthProvider::FederatedOAuthProvider(const FederatedOAuthProviderData& provider_data)
    : provider_data_(provider_data) {}
FederatedOAuthProvider::FederatedOAuthProvider(const FederatedOAuthProviderData& provider_data,
                                               AuthHandler* handler)
    : provider_data_(provider_data) {
  SetAuthHandler(handler);
}
FederatedOAuthProvider::~FederatedOAuthProvider() = default;

void FederatedOAuthProvider::SetProviderData(const FederatedOAuthProviderData& provider_data) {
  provider_data_ = provider_data;
}

void FederatedOAuthProvider::SetAuthHandler(AuthHandler* handler) {
  if (handler != nullptr) {
    Log(kLogLevelWarning, "A provider's handler is not used: the user is led through a browser.");
  }
}

const FederatedOAuthProviderData* FederatedOAuthProvider::oauth_data() const {
  return &provider_data_;
}

}  // namespace auth
}  // namespace firebase
