#include "test_app.h"

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <random>
#include <stdexcept>
#include <thread>

namespace latchkey_test {

using firebase::auth::Auth;
using firebase::auth::Credential;

const char kPassword[] = "correct horse";

namespace {

// Tools such as valgrind slow the program down.
std::chrono::seconds Patience() {
  const char* slowly = std::getenv("LATCHKEY_TEST_SLOWLY");
  return std::chrono::seconds(slowly != nullptr && *slowly != '\0' ? 240 : 30);
}

}  // namespace

firebase::AppOptions Options() {
  firebase::AppOptions options;
  options.set_api_key("key");
  options.set_app_id("1:1234567890:cpp:0123456789abcdef");
  options.set_project_id("example");
  return options;
}

TestApp::TestApp(const std::string& name) : app(nullptr), auth(nullptr) {
  app = firebase::App::Create(Options(), name.c_str());
  if (app == nullptr) throw std::runtime_error("no app");
#if defined(__SANITIZE_ADDRESS__)
  // Foundation for Linux leaks memory for each program that it starts, also for `xdg-open`.
  firebase::auth::AuthEnvironment environment;
  environment.open_browser = &OpenInBrowser;
  auth = Auth::GetAuth(app, environment);
#else
  auth = Auth::GetAuth(app);
#endif
  if (auth == nullptr) throw std::runtime_error("no auth");
  auth->UseEmulator(ServerHost(), ServerPort());
}

TestApp::~TestApp() {
  DeleteAuth();
  DeleteApp();
}

void TestApp::DeleteAuth() {
  delete auth;
  auth = nullptr;
}

void TestApp::DeleteApp() {
  delete app;
  app = nullptr;
}

void WaitFor(const firebase::FutureBase& future) {
  const auto end = std::chrono::steady_clock::now() + Patience();
  while (future.status() == firebase::kFutureStatusPending &&
         std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

std::string Describe(const firebase::FutureBase& future) {
  const char* message = future.error_message();
  return std::to_string(future.error()) + " " + (message != nullptr ? message : "(no message)");
}

::testing::AssertionResult Completes(const char* expression, const char* expected,
                                     const firebase::FutureBase& future, int error) {
  WaitFor(future);
  if (future.status() != firebase::kFutureStatusComplete) {
    return ::testing::AssertionFailure() << expression << " has the status " << future.status();
  }
  if (future.error() != error) {
    return ::testing::AssertionFailure() << expression << "\n  gave " << Describe(future)
                                         << "\n  instead of " << expected << ", which is " << error;
  }
  if (error != firebase::auth::kAuthErrorNone && *future.error_message() == '\0') {
    return ::testing::AssertionFailure() << expression << " has no message";
  }
  return ::testing::AssertionSuccess();
}

::testing::AssertionResult Fails(const char* expression, const firebase::FutureBase& future) {
  WaitFor(future);
  if (future.status() != firebase::kFutureStatusComplete) {
    return ::testing::AssertionFailure() << expression << " has the status " << future.status();
  }
  if (future.error() == firebase::auth::kAuthErrorNone) {
    return ::testing::AssertionFailure() << expression << " did not fail";
  }
  if (future.error_message() == nullptr || *future.error_message() == '\0') {
    return ::testing::AssertionFailure() << expression << " has no message";
  }
  return ::testing::AssertionSuccess();
}

void Counter::Increase() {
  std::lock_guard<std::mutex> lock(mutex_);
  ++value_;
  changed_.notify_all();
}

int Counter::value() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return value_;
}

bool Counter::WaitUntil(int value) const {
  std::unique_lock<std::mutex> lock(mutex_);
  return changed_.wait_for(lock, Patience(), [&] { return value_ >= value; });
}

std::string SignInVerified(Auth* auth) {
  const std::string email = UniqueEmail();
  AddVerifiedAccount(email, kPassword);
  auto signed_in = auth->SignInWithEmailAndPassword(email.c_str(), kPassword);
  WaitFor(signed_in);
  if (signed_in.error() != firebase::auth::kAuthErrorNone)
    throw std::runtime_error(Describe(signed_in));
  return email;
}

std::string UniqueNumber() {
  static std::atomic<unsigned> count{std::random_device{}() % 80000000};
  return std::to_string(100000000 + ++count);
}

Credential GitHubCredential(const std::string& number) {
  const std::string token = LabToken("github.com", "{\"sub\": \"" + number + "\"}");
  return firebase::auth::GitHubAuthProvider::GetCredential(token.c_str());
}

Credential TwitterCredential(const std::string& number) {
  const auto minted = LabTokenAndSecret("twitter.com", "{\"sub\": \"" + number + "\"}");
  return firebase::auth::TwitterAuthProvider::GetCredential(minted.first.c_str(),
                                                            minted.second.c_str());
}

Credential AppleCredential(const std::string& sub, const std::string& email) {
  const std::string nonce = Unique("nonce-");
  std::string options = "{\"sub\": \"" + sub + "\", \"rawNonce\": \"" + nonce + "\"";
  if (!email.empty()) options += ", \"email\": \"" + email + "\"";
  const std::string token = LabToken("apple.com", options + "}");
  return firebase::auth::OAuthProvider::GetCredential("apple.com", token.c_str(), nonce.c_str(),
                                                      nullptr);
}

Credential FacebookCredential(const std::string& person_options) {
  const std::string token = LabToken("facebook.com", person_options);
  return firebase::auth::FacebookAuthProvider::GetCredential(token.c_str());
}

std::vector<std::string> ProviderIds(const firebase::auth::User& user) {
  std::vector<std::string> ids;
  for (const auto& each : user.provider_data()) ids.push_back(each.provider_id());
  return ids;
}

}  // namespace latchkey_test
