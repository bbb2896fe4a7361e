// Runs the guide "Authenticate Using Apple and C++": each of its snippets, with the same types and
// calls, against a development server and its provider lab.

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "../support/server.h"
#include "firebase/app.h"
#include "firebase/auth.h"

namespace {

using latchkey_test::LabToken;
using latchkey_test::Unique;

// The guide uses this name for a pause.
void Wait(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

void Finish(const firebase::FutureBase& future) {
  for (int tenths = 0; future.status() == firebase::kFutureStatusPending && tenths < 600; ++tenths)
    Wait(100);
  ASSERT_EQ(future.status(), firebase::kFutureStatusComplete);
}

struct AppleToken {
  std::string token;
  std::string nonce;
};

// Returns Apple's answer to an app on a device, for a request with the nonce's SHA-256.
AppleToken SignInAtApple(const std::string& sub) {
  AppleToken apple;
  apple.nonce = Unique("nonce-");
  apple.token =
      LabToken("apple.com", "{\"sub\": \"" + sub + "\", \"rawNonce\": \"" + apple.nonce + "\"}");
  return apple;
}

class GuideTest : public ::testing::Test {
 protected:
  void SetUp() override {
    firebase::AppOptions options;
    options.set_api_key("key");
    options.set_app_id("1:1234567890:cpp:0123456789abcdef");
    options.set_project_id("example");
    app = firebase::App::Create(options, Unique("guide-").c_str());
    ASSERT_NE(app, nullptr);
#if defined(__SANITIZE_ADDRESS__)
    // Foundation for Linux leaks memory for each program that it starts, also for `xdg-open`.
    firebase::auth::AuthEnvironment environment;
    environment.open_browser = &latchkey_test::OpenInBrowser;
    auth = firebase::auth::Auth::GetAuth(app, environment);
#else
    auth = firebase::auth::Auth::GetAuth(app);
#endif
    ASSERT_NE(auth, nullptr);
    auth->UseEmulator(latchkey_test::ServerHost(), latchkey_test::ServerPort());
  }

  void TearDown() override {
    delete auth;
    delete app;
  }

  // Signs in with a new Apple account.
  void SignIn(const std::string& sub) {
    const AppleToken apple = SignInAtApple(sub);
    firebase::Future<firebase::auth::User*> result =
        auth->SignInWithCredential(firebase::auth::OAuthProvider::GetCredential(
            "apple.com", apple.token.c_str(), apple.nonce.c_str(), nullptr));
    Finish(result);
    ASSERT_EQ(result.error(), firebase::auth::kAuthErrorNone) << result.error_message();
  }

  firebase::App* app = nullptr;
  firebase::auth::Auth* auth = nullptr;
};

TEST(GuideAppTest, AppAndAuthFromTheConfigurationFile) {
#if defined(__ANDROID__)
  firebase::App* app = firebase::App::Create(firebase::AppOptions(), my_jni_env, my_activity);
#else
  firebase::App* app = firebase::App::Create(firebase::AppOptions());
#endif  // defined(__ANDROID__)
  ASSERT_NE(app, nullptr);
  firebase::auth::Auth* auth = firebase::auth::Auth::GetAuth(app);
  ASSERT_NE(auth, nullptr);
  EXPECT_EQ(firebase::auth::Auth::GetAuth(app), auth);
  EXPECT_EQ(firebase::App::GetInstance(), app);
  EXPECT_STREQ(app->options().api_key(), "guide-key");
  EXPECT_STREQ(app->options().project_id(), "example");
  // The file also names the server.
  firebase::Future<firebase::auth::AuthResult> result = auth->SignInAnonymously();
  Finish(result);
  EXPECT_EQ(result.error(), firebase::auth::kAuthErrorNone) << result.error_message();
  auth->SignOut();
  delete auth;
  delete app;
}

TEST_F(GuideTest, SignsInWithAnAppleCredentialAndNonce) {
  const std::string sub = Unique("apple-");
  const AppleToken apple = SignInAtApple(sub);
  const char* token = apple.token.c_str();
  const char* nonce = apple.nonce.c_str();

  firebase::auth::Credential credential = firebase::auth::OAuthProvider::GetCredential(
      /*provider_id=*/"apple.com", token, nonce,
      /*access_token=*/nullptr);

  firebase::Future<firebase::auth::User*> result = auth->SignInWithCredential(credential);

  Finish(result);
  ASSERT_EQ(result.error(), firebase::auth::kAuthErrorNone) << result.error_message();
  ASSERT_NE(result.result(), nullptr);
  firebase::auth::User* user = *result.result();
  ASSERT_NE(user, nullptr);
  EXPECT_FALSE(user->uid().empty());
  EXPECT_EQ(auth->current_user()->uid(), user->uid());
  EXPECT_EQ(user->photo_url(), "");

  auth->SignOut();
  EXPECT_FALSE(auth->current_user().is_valid());
}

TEST_F(GuideTest, RefusesAnotherNonce) {
  const AppleToken apple = SignInAtApple(Unique("apple-"));
  firebase::auth::Credential credential = firebase::auth::OAuthProvider::GetCredential(
      "apple.com", apple.token.c_str(), "another", nullptr);
  firebase::Future<firebase::auth::User*> result = auth->SignInWithCredential(credential);
  Finish(result);
  EXPECT_NE(result.error(), firebase::auth::kAuthErrorNone);
  EXPECT_FALSE(auth->current_user().is_valid());
}

TEST_F(GuideTest, RegistersACallbackForASignIn) {
  const AppleToken apple = SignInAtApple(Unique("apple-"));
  firebase::auth::Credential credential = firebase::auth::OAuthProvider::GetCredential(
      "apple.com", apple.token.c_str(), apple.nonce.c_str(), nullptr);
  firebase::Future<firebase::auth::User*> result = auth->SignInWithCredential(credential);
  struct Call {
    std::mutex mutex;
    std::condition_variable changed;
    int calls = 0;
    int error = -1;
  } call;
  result.OnCompletion(
      [](const firebase::Future<firebase::auth::User*>& done, void* data) {
        Call* call = static_cast<Call*>(data);
        std::lock_guard<std::mutex> lock(call->mutex);
        ++call->calls;
        call->error = done.error();
        call->changed.notify_all();
      },
      &call);
  std::unique_lock<std::mutex> lock(call.mutex);
  ASSERT_TRUE(
      call.changed.wait_for(lock, std::chrono::seconds(60), [&] { return call.calls > 0; }));
  EXPECT_EQ(call.calls, 1);
  EXPECT_EQ(call.error, firebase::auth::kAuthErrorNone);
}

TEST_F(GuideTest, Reauthenticates) {
  const std::string sub = Unique("apple-");
  SignIn(sub);
  auto user = auth->current_user();
  const AppleToken apple = SignInAtApple(sub);
  const char* token = apple.token.c_str();
  const char* nonce = apple.nonce.c_str();

  firebase::auth::Credential credential = firebase::auth::OAuthProvider::GetCredential(
      /*provider_id=*/"apple.com", token, nonce,
      /*access_token=*/nullptr);

  firebase::Future<firebase::auth::SignInResult> result = user->Reauthenticate(credential);

  Finish(result);
  EXPECT_EQ(result.error(), firebase::auth::kAuthErrorNone) << result.error_message();
  ASSERT_NE(result.result(), nullptr);
  ASSERT_NE(result.result()->user, nullptr);
  EXPECT_EQ(result.result()->user->uid(), auth->current_user()->uid());

  // Another person is another user.
  const AppleToken other = SignInAtApple(Unique("apple-"));
  firebase::Future<firebase::auth::SignInResult> refused =
      user->Reauthenticate(firebase::auth::OAuthProvider::GetCredential(
          "apple.com", other.token.c_str(), other.nonce.c_str(), nullptr));
  Finish(refused);
  EXPECT_EQ(refused.error(), firebase::auth::kAuthErrorUserMismatch);
}

// The guide's snippet for linking, with all its outcomes.
void LinkOrSignIn(firebase::auth::Auth* auth, const firebase::auth::Credential& apple_credential,
                  std::string* way) {
  firebase::Future<firebase::auth::SignInResult> link_result =
      auth->current_user()->LinkAndRetrieveDataWithCredential(apple_credential);

  while (link_result.status() == firebase::kFutureStatusPending) {
    Wait(100);
  }

  if (link_result.error() == firebase::auth::kAuthErrorNone) {
    *way = "linked";
  } else if (link_result.error() == firebase::auth::kAuthErrorCredentialAlreadyInUse &&
             link_result.result()->info.updated_credential.is_valid()) {
    firebase::Future<firebase::auth::User*> result =
        auth->SignInWithCredential(link_result.result()->info.updated_credential);
    Finish(result);
    *way = result.error() == firebase::auth::kAuthErrorNone ? "signed in" : result.error_message();
  } else {
    *way = link_result.error_message();
  }
}

TEST_F(GuideTest, LinksAnAppleAccount) {
  firebase::Future<firebase::auth::AuthResult> begun = auth->SignInAnonymously();
  Finish(begun);
  const std::string uid = auth->current_user()->uid();
  const AppleToken apple = SignInAtApple(Unique("apple-"));
  std::string way;
  LinkOrSignIn(auth,
               firebase::auth::OAuthProvider::GetCredential("apple.com", apple.token.c_str(),
                                                            apple.nonce.c_str(), nullptr),
               &way);
  EXPECT_EQ(way, "linked");
  EXPECT_EQ(auth->current_user()->uid(), uid);
  EXPECT_FALSE(auth->current_user()->is_anonymous());
}

TEST_F(GuideTest, SignsInWithTheUpdatedCredentialOfALinkConflict) {
  const std::string sub = Unique("apple-");
  SignIn(sub);
  const std::string owner = auth->current_user()->uid();
  auth->SignOut();
  firebase::Future<firebase::auth::AuthResult> begun = auth->SignInAnonymously();
  Finish(begun);
  ASSERT_NE(auth->current_user()->uid(), owner);
  const AppleToken apple = SignInAtApple(sub);
  std::string way;
  LinkOrSignIn(auth,
               firebase::auth::OAuthProvider::GetCredential("apple.com", apple.token.c_str(),
                                                            apple.nonce.c_str(), nullptr),
               &way);
  EXPECT_EQ(way, "signed in");
  EXPECT_EQ(auth->current_user()->uid(), owner);
}

TEST_F(GuideTest, SignsInAndReauthenticatesInABrowserInFrench) {
  firebase::auth::FederatedOAuthProviderData provider_data("apple.com");

  provider_data.scopes.push_back("email");
  provider_data.scopes.push_back("name");

  provider_data.custom_parameters["language"] = "fr";

  firebase::auth::FederatedOAuthProvider provider(provider_data);

  latchkey_test::PersonChooses("ada");
  {
    firebase::Future<firebase::auth::SignInResult> result = auth->SignInWithProvider(provider_data);
    Finish(result);
    ASSERT_EQ(result.error(), firebase::auth::kAuthErrorNone) << result.error_message();
    ASSERT_NE(result.result()->user, nullptr);
    EXPECT_EQ(result.result()->user->uid(), auth->current_user()->uid());
    EXPECT_EQ(result.result()->info.provider_id, "apple.com");
  }
  // The parameter uses Apple's own spelling.
  std::map<std::string, std::string> asked = latchkey_test::LastAuthorization("apple.com");
  EXPECT_EQ(asked["locale"].substr(0, 2), "fr");
  EXPECT_EQ(asked["scope"], "email name");
  const latchkey_test::Sight sight = latchkey_test::LastSight();
  EXPECT_EQ(sight.provider, "Apple");
  EXPECT_EQ(sight.scopes, (std::vector<std::string>{"email", "name"}));

  auto user = auth->current_user();
  const std::string uid = user->uid();
  {
    firebase::Future<firebase::auth::SignInResult> result =
        user->ReauthenticateWithProvider(provider_data);
    Finish(result);
    ASSERT_EQ(result.error(), firebase::auth::kAuthErrorNone) << result.error_message();
    EXPECT_EQ(auth->current_user()->uid(), uid);
  }
  {
    // Passes a pointer to the provider, as the headers have always required.
    firebase::Future<firebase::auth::SignInResult> result =
        user->ReauthenticateWithProvider(&provider);
    Finish(result);
    ASSERT_EQ(result.error(), firebase::auth::kAuthErrorNone) << result.error_message();
  }
  auth->SignOut();
  EXPECT_FALSE(auth->current_user().is_valid());
  {
    firebase::Future<firebase::auth::SignInResult> result = auth->SignInWithProvider(&provider);
    Finish(result);
    ASSERT_EQ(result.error(), firebase::auth::kAuthErrorNone) << result.error_message();
    EXPECT_EQ(auth->current_user()->uid(), uid);
  }
}

TEST_F(GuideTest, LinksInABrowser) {
  firebase::Future<firebase::auth::AuthResult> begun = auth->SignInAnonymously();
  Finish(begun);
  const std::string uid = auth->current_user()->uid();
  firebase::auth::FederatedOAuthProviderData provider_data("apple.com");
  provider_data.scopes.push_back("email");
  provider_data.custom_parameters["language"] = "fr";
  firebase::auth::FederatedOAuthProvider provider(provider_data);
  // No other test uses this person.
  latchkey_test::PersonChooses("siobhan");
  firebase::Future<firebase::auth::SignInResult> result =
      auth->current_user()->LinkWithProvider(&provider);
  Finish(result);
  const bool is_linked = result.error() == firebase::auth::kAuthErrorNone;
  // In a second run against the same server, the accounts are already linked.
  if (!is_linked) {
    ASSERT_EQ(result.error(), firebase::auth::kAuthErrorCredentialAlreadyInUse)
        << result.error_message();
    ASSERT_TRUE(result.result()->info.updated_credential.is_valid());
  } else {
    EXPECT_EQ(auth->current_user()->uid(), uid);
    EXPECT_FALSE(auth->current_user()->is_anonymous());
  }
  std::map<std::string, std::string> asked = latchkey_test::LastAuthorization("apple.com");
  EXPECT_EQ(asked["locale"].substr(0, 2), "fr");
}

TEST_F(GuideTest, LinksAFacebookAccount) {
  const std::string minted =
      LabToken("facebook.com", "{\"sub\": \"" + Unique("facebook-") + "\", \"name\": \"F B\"}");
  const char* access_token = minted.c_str();
  firebase::Future<firebase::auth::AuthResult> begun = auth->SignInAnonymously();
  Finish(begun);

  firebase::auth::Credential credential =
      firebase::auth::FacebookAuthProvider::GetCredential(access_token);
  firebase::Future<firebase::auth::AuthResult> result =
      auth->current_user().LinkWithCredential(credential);

  Finish(result);
  ASSERT_EQ(result.error(), firebase::auth::kAuthErrorNone) << result.error_message();
  EXPECT_EQ(result.result()->user.provider_data().size(), 1u);
  EXPECT_EQ(result.result()->additional_user_info.provider_id, "facebook.com");
}

}  // namespace
