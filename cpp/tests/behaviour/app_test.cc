// Tests apps, their options and related functions.

#include "firebase/app.h"

#include <algorithm>
#include <memory>

#include "../support/test_app.h"
#include "firebase/log.h"
#include "firebase/util.h"

namespace {

using namespace latchkey_test;  // NOLINT
using firebase::App;
using firebase::AppOptions;

const char kGoogleServices[] =
    "{\"project_info\": {\"project_number\": \"1234567890\", \"firebase_url\": "
    "\"https://example.invalid\","
    " \"project_id\": \"example\", \"storage_bucket\": "
    "\"example.appspot.invalid\"},"
    " \"client\": [{\"client_info\": {\"mobilesdk_app_id\": "
    "\"1:1234567890:android:0123456789abcdef\","
    " \"android_client_info\": {\"package_name\": \"com.example.app\"}},"
    " \"api_key\": [{\"current_key\": \"the key\"}]}], "
    "\"configuration_version\": \"1\"}";

TEST(AppTest, IsFoundByItsName) {
  const std::string name = Unique("named-");
  EXPECT_EQ(App::GetInstance(name.c_str()), nullptr);
  App* app = App::Create(Options(), name.c_str());
  ASSERT_NE(app, nullptr);
  EXPECT_EQ(app->name(), name);
  EXPECT_EQ(App::GetInstance(name.c_str()), app);
  std::vector<App*> apps = App::GetApps();
  EXPECT_EQ(std::count(apps.begin(), apps.end(), app), 1);
  EXPECT_EQ(App::Create(Options(), name.c_str()), app);
  EXPECT_TRUE(app->options() == Options());
  delete app;
  EXPECT_EQ(App::GetInstance(name.c_str()), nullptr);
}

TEST(AppTest, HasADefault) {
  EXPECT_EQ(App::GetInstance(), nullptr);
  App* app = App::Create(Options());
  ASSERT_NE(app, nullptr);
  EXPECT_STREQ(app->name(), firebase::kDefaultAppName);
  EXPECT_EQ(App::GetInstance(), app);
  EXPECT_EQ(App::Create(), app);
  EXPECT_EQ(App::GetInstance(firebase::kDefaultAppName), app);
  delete app;
  EXPECT_EQ(App::GetInstance(), nullptr);
}

TEST(AppTest, TakesWhatIsMissingFromTheConfigurationFile) {
  App* app = App::Create();
  ASSERT_NE(app, nullptr);
  EXPECT_STREQ(app->options().api_key(), "guide-key");
  EXPECT_STREQ(app->options().project_id(), "example");
  delete app;
}

TEST(AppTest, OptionsAreReadFromGoogleServices) {
  std::unique_ptr<AppOptions> options(AppOptions::LoadFromJsonConfig(kGoogleServices));
  ASSERT_NE(options, nullptr);
  EXPECT_STREQ(options->api_key(), "the key");
  EXPECT_STREQ(options->project_id(), "example");
  EXPECT_STREQ(options->app_id(), "1:1234567890:android:0123456789abcdef");
  EXPECT_STREQ(options->messaging_sender_id(), "1234567890");
  EXPECT_STREQ(options->database_url(), "https://example.invalid");
  EXPECT_STREQ(options->storage_bucket(), "example.appspot.invalid");
  AppOptions given;
  EXPECT_EQ(AppOptions::LoadFromJsonConfig(kGoogleServices, &given), &given);
  EXPECT_TRUE(given == *options);
  AppOptions kept;
  kept.set_api_key("kept");
  for (const char* text : {"", "{}", "[]", "{\"client\": 1}", "no JSON"}) {
    EXPECT_EQ(AppOptions::LoadFromJsonConfig(text, &kept), nullptr) << text;
    EXPECT_STREQ(kept.api_key(), "kept");
  }
}

TEST(AppTest, OptionsAreReadFromLatchkeysOwnFile) {
  AppOptions options;
  ASSERT_EQ(AppOptions::LoadFromJsonConfig("{\"apiKey\": \"k\", \"projectId\": \"example\", "
                                           "\"serverUrl\": \"https://auth.example.com\"}",
                                           &options),
            &options);
  EXPECT_STREQ(options.api_key(), "k");
  EXPECT_STREQ(options.server_url(), "https://auth.example.com");
}

TEST(AppTest, OptionsAreValues) {
  AppOptions options = Options();
  options.set_messaging_sender_id("m");
  options.set_database_url("d");
  options.set_ga_tracking_id("g");
  options.set_storage_bucket("s");
  const AppOptions copy = options;
  EXPECT_TRUE(copy == options);
  options.set_api_key("another");
  EXPECT_TRUE(copy != options);
  EXPECT_STREQ(copy.api_key(), "key");
  EXPECT_STREQ(copy.messaging_sender_id(), "m");
  EXPECT_STREQ(copy.database_url(), "d");
  EXPECT_STREQ(copy.ga_tracking_id(), "g");
  EXPECT_STREQ(copy.storage_bucket(), "s");
}

TEST(AppTest, TheServerMayStandInTheOptions) {
  AppOptions options = Options();
  options.set_emulator_host((ServerHost() + ":" + std::to_string(ServerPort())).c_str());
  App* app = App::Create(options, Unique("app-").c_str());
  ASSERT_NE(app, nullptr);
  firebase::auth::Auth* auth = firebase::auth::Auth::GetAuth(app);
  ASSERT_NE(auth, nullptr);
  EXPECT_COMPLETES(auth->SignInAnonymously(), firebase::auth::kAuthErrorNone);
  delete auth;
  delete app;

  AppOptions own = Options();
  own.set_server_url(("http://" + ServerHost() + ":" + std::to_string(ServerPort())).c_str());
  app = App::Create(own, Unique("app-").c_str());
  ASSERT_NE(app, nullptr);
  auth = firebase::auth::Auth::GetAuth(app);
  ASSERT_NE(auth, nullptr);
  EXPECT_COMPLETES(auth->SignInAnonymously(), firebase::auth::kAuthErrorNone);
  delete auth;
  delete app;
}

TEST(AppTest, ABackendIsGivenToAnAuth) {
  App* app = App::Create(Options(), Unique("app-").c_str());
  firebase::auth::Auth* auth = firebase::auth::Auth::GetAuth(app);
  ASSERT_NE(auth, nullptr);
  EXPECT_FALSE(auth->UseBackend("http://example.com"));
  EXPECT_FALSE(auth->UseBackend("no address"));
  EXPECT_TRUE(
      auth->UseBackend(("http://" + ServerHost() + ":" + std::to_string(ServerPort())).c_str()));
  EXPECT_COMPLETES(auth->SignInAnonymously(), firebase::auth::kAuthErrorNone);
  delete auth;
  delete app;
}

TEST(AppTest, SessionsMayBeForgottenWithTheProcess) {
  App* app = App::Create(Options(), Unique("app-").c_str());
  firebase::auth::AuthEnvironment environment;
  environment.in_memory_sessions = true;
  firebase::auth::Auth* auth = firebase::auth::Auth::GetAuth(app, environment);
  ASSERT_NE(auth, nullptr);
  auth->UseEmulator(ServerHost(), ServerPort());
  EXPECT_COMPLETES(auth->SignInAnonymously(), firebase::auth::kAuthErrorNone);
  delete auth;
  delete app;
}

firebase::InitResult Succeed(App*, void* calls) {
  ++*static_cast<int*>(calls);
  return firebase::kInitResultSuccess;
}

firebase::InitResult Fail(App*, void* calls) {
  ++*static_cast<int*>(calls);
  return firebase::kInitResultFailedMissingDependency;
}

TEST(ModuleInitializerTest, CallsWhatItIsGiven) {
  TestApp test;
  firebase::ModuleInitializer initializer;
  EXPECT_EQ(initializer.InitializeLastResult().status(), firebase::kFutureStatusInvalid);
  int calls = 0;
  firebase::Future<void> one = initializer.Initialize(test.app, &calls, &Succeed);
  EXPECT_COMPLETES(one, 0);
  EXPECT_EQ(calls, 1);
  const firebase::ModuleInitializer::InitializerFn functions[] = {&Succeed, &Fail, &Succeed};
  firebase::Future<void> several = initializer.Initialize(test.app, &calls, functions, 3);
  WaitFor(several);
  EXPECT_NE(several.error(), 0);
  EXPECT_EQ(calls, 3);
  firebase::auth::Auth* found = nullptr;
  initializer.Initialize(test.app, &found, [](App* app, void* context) -> firebase::InitResult {
    firebase::InitResult result;
    *static_cast<firebase::auth::Auth**>(context) = firebase::auth::Auth::GetAuth(app, &result);
    return result;
  });
  EXPECT_EQ(found, test.auth);
}

TEST(LogTest, KeepsItsLevel) {
  const firebase::LogLevel before = firebase::GetLogLevel();
  firebase::SetLogLevel(firebase::kLogLevelError);
  EXPECT_EQ(firebase::GetLogLevel(), firebase::kLogLevelError);
  firebase::SetLogLevel(before);
}

}  // namespace
