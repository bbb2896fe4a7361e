// A program of a developer who has installed the SDK. It sends no requests.

#include <iostream>

#include "firebase/app.h"
#include "firebase/auth.h"

int main() {
  firebase::AppOptions options;
  options.set_api_key("key");
  options.set_project_id("example");
  firebase::App* app = firebase::App::Create(options);
  if (app == nullptr) return 1;
  firebase::auth::AuthEnvironment environment;
  environment.in_memory_sessions = true;
  firebase::auth::Auth* auth = firebase::auth::Auth::GetAuth(app, environment);
  if (auth == nullptr || auth->current_user().is_valid()) return 1;
  const firebase::auth::Credential credential =
      firebase::auth::GitHubAuthProvider::GetCredential("token");
  std::cout << credential.provider() << '\n';
  const bool is_good = credential.is_valid();
  delete auth;
  delete app;
  return is_good ? 0 : 1;
}
