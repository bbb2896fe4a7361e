// Tests the SDK against a production server over TLS, and against servers with errors.
// Tests/over_tls.py runs it.

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

#include "../support/test_app.h"

namespace {

using namespace latchkey_test;   // NOLINT
using namespace firebase::auth;  // NOLINT
using firebase::Future;

const char kSecret[] = "a secret that must not leave";
const char kEmail[] = "ada@example.com";

std::string Environment(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr)
    throw std::runtime_error(std::string(name) + " is not set: see Tests/over_tls.py");
  return value;
}

// An app that uses a different server from the other tests.
class AppAt {
 public:
  explicit AppAt(const char* variable, const std::string& key = "key")
      : AppAt(OptionsAt(variable, key)) {}
  explicit AppAt(const firebase::AppOptions& options) {
    app = firebase::App::Create(options, Unique("app-").c_str());
    if (app == nullptr) throw std::runtime_error("no app");
    AuthEnvironment environment;
    environment.in_memory_sessions = true;
    auth = Auth::GetAuth(app, environment);
  }
  ~AppAt() {
    delete auth;
    delete app;
  }
  AppAt(const AppAt&) = delete;
  AppAt& operator=(const AppAt&) = delete;

  // Expects an error of a sign-in, without secrets in its message.
  void Refuses(AuthError error, const char* in_its_words) {
    Future<AuthResult> future = auth->SignInWithEmailAndPassword(kEmail, kSecret);
    ASSERT_COMPLETES(future, error);
    const AuthErrorDetails details = GetAuthErrorDetails(future);
    const std::string words = Describe(future) + " " + details.message + " " + details.reason +
                              " " + details.server_message;
    EXPECT_EQ(words.find(kSecret), std::string::npos) << words;
    EXPECT_NE(words.find(in_its_words), std::string::npos) << words;
    EXPECT_FALSE(auth->current_user().is_valid());
  }

  firebase::App* app = nullptr;
  Auth* auth = nullptr;

 private:
  static firebase::AppOptions OptionsAt(const char* variable, const std::string& key) {
    firebase::AppOptions options = Options();
    options.set_api_key(key.c_str());
    options.set_server_url(Environment(variable).c_str());
    return options;
  }
};

const char kProduction[] = "LATCHKEY_TEST_PRODUCTION";

TEST(Production, SignsUpInAndOutOverTls) {
  AppAt test(kProduction, Environment("LATCHKEY_TEST_PRODUCTION_KEY"));
  const std::string email = UniqueEmail();
  Future<AuthResult> made = test.auth->CreateUserWithEmailAndPassword(email.c_str(), kPassword);
  ASSERT_COMPLETES(made, kAuthErrorNone);
  const std::string uid = made.result()->user.uid();
  Future<std::string> token = test.auth->current_user().GetToken(true);
  ASSERT_COMPLETES(token, kAuthErrorNone);
  EXPECT_EQ(Claim(*token.result(), "sub"), uid);
  test.auth->SignOut();
  EXPECT_COMPLETES(test.auth->SignInWithEmailAndPassword(email.c_str(), "another password"),
                   kAuthErrorInvalidCredential);
  Future<AuthResult> back = test.auth->SignInWithEmailAndPassword(email.c_str(), kPassword);
  ASSERT_COMPLETES(back, kAuthErrorNone);
  EXPECT_EQ(back.result()->user.uid(), uid);
  ASSERT_COMPLETES(test.auth->current_user().Reload(), kAuthErrorNone);
  ASSERT_COMPLETES(test.auth->current_user().Delete(), kAuthErrorNone);
}

class DownloadedFile : public ::testing::TestWithParam<const char*> {};

TEST_P(DownloadedFile, LeadsAnAppToTheServer) {
  std::ifstream file(Environment("LATCHKEY_TEST_CONFIGURATIONS") + "/" + GetParam());
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  firebase::AppOptions options;
  ASSERT_NE(firebase::AppOptions::LoadFromJsonConfig(text.c_str(), &options), nullptr) << text;
  AppAt test(options);
  const std::string email = UniqueEmail();
  Future<AuthResult> made = test.auth->CreateUserWithEmailAndPassword(email.c_str(), kPassword);
  ASSERT_COMPLETES(made, kAuthErrorNone);
  const std::string uid = made.result()->user.uid();
  test.auth->SignOut();
  Future<AuthResult> back = test.auth->SignInWithEmailAndPassword(email.c_str(), kPassword);
  ASSERT_COMPLETES(back, kAuthErrorNone);
  EXPECT_EQ(back.result()->user.uid(), uid);
  ASSERT_COMPLETES(test.auth->current_user().Delete(), kAuthErrorNone);
}

INSTANTIATE_TEST_SUITE_P(OfTheConsole, DownloadedFile,
                         ::testing::Values("google-services.json", "google-services-desktop.json",
                                           "latchkey.json"));

TEST(Production, IsGoneOverToByItsAddress) {
  AppAt test("LATCHKEY_TEST_NOBODY", Environment("LATCHKEY_TEST_PRODUCTION_KEY"));
  ASSERT_TRUE(test.auth->UseBackend(Environment(kProduction).c_str()));
  ASSERT_COMPLETES(test.auth->CreateUserWithEmailAndPassword(UniqueEmail().c_str(), kPassword),
                   kAuthErrorNone);
  ASSERT_COMPLETES(test.auth->current_user().Delete(), kAuthErrorNone);
}

TEST(Production, NamesAWrongKey) {
  AppAt test(kProduction, "AIzaWrong");
  test.Refuses(kAuthErrorInvalidApiKey, "API key");
}

TEST(WrongServer, IsNoLatchkey) {
  AppAt test("LATCHKEY_TEST_STRANGER");
  test.Refuses(kAuthErrorFailure, "");
}

TEST(WrongServer, IsDown) {
  AppAt test("LATCHKEY_TEST_NOBODY");
  test.Refuses(kAuthErrorNetworkRequestFailed, "could not be reached");
}

TEST(WrongServer, HasACertificateThatNobodySigned) {
  AppAt test("LATCHKEY_TEST_UNTRUSTED");
  test.Refuses(kAuthErrorNetworkRequestFailed, "certificate");
}

}  // namespace
