// Runs the code of the tutorial on Apple and C++ against a development server and its provider lab.

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <memory>
#include <string>

#include "../support/server.h"
#include "apple_sign_in.h"

namespace {

using latchkey_test::LabToken;
using latchkey_test::Unique;

// Returns Apple's answer to a request with the nonce's SHA-256.
std::string AppleToken(const std::string& sub, const std::string& nonce) {
  return LabToken("apple.com", "{\"sub\": \"" + sub + "\", \"rawNonce\": \"" + nonce + "\"}");
}

class TutorialTest : public ::testing::Test {
 protected:
  void SetUp() override {
    firebase::AppOptions options;
    options.set_api_key("key");
    options.set_app_id("1:1234567890:cpp:0123456789abcdef");
    options.set_project_id("example");
    app = firebase::App::Create(options, Unique("tutorial-").c_str());
    ASSERT_NE(app, nullptr);
#if defined(__SANITIZE_ADDRESS__)
    // Foundation for Linux leaks memory for each program that it starts, also for `xdg-open`.
    firebase::auth::AuthEnvironment environment;
    environment.open_browser = &latchkey_test::OpenInBrowser;
    firebase::auth::Auth::GetAuth(app, environment);
#endif
    auth = MakeAuth(app, latchkey_test::ServerPort());
    ASSERT_NE(auth, nullptr);
  }

  void TearDown() override {
    delete auth;
    delete app;
  }

  // Returns the report of an operation.
  template <typename Operation>
  std::string Reported(Operation operation) {
    auto sentence = std::make_shared<std::promise<std::string>>();
    std::future<std::string> reported = sentence->get_future();
    operation([sentence](const std::string& text) { sentence->set_value(text); });
    if (reported.wait_for(std::chrono::seconds(60)) != std::future_status::ready) return "nothing";
    return reported.get();
  }

  std::string SignIn(const std::string& sub) {
    const std::string nonce = Unique("nonce-");
    return Reported(
        [&](Report report) { SignInWithApple(auth, AppleToken(sub, nonce), nonce, report); });
  }

  std::string Link(const std::string& sub) {
    const std::string nonce = Unique("nonce-");
    return Reported([&](Report report) { LinkApple(auth, AppleToken(sub, nonce), nonce, report); });
  }

  void SignInAnonymously() {
    Reported([&](Report report) {
      auth->SignInAnonymously().OnCompletion(
          [report](const firebase::Future<firebase::auth::AuthResult>&) { report("done"); });
    });
    ASSERT_TRUE(auth->current_user().is_valid());
  }

  firebase::App* app = nullptr;
  firebase::auth::Auth* auth = nullptr;
};

TEST_F(TutorialTest, SignsInWithAnIdTokenAndItsNonce) {
  const std::string sub = Unique("apple-");
  const std::string first = SignIn(sub);
  ASSERT_TRUE(auth->current_user().is_valid()) << first;
  EXPECT_EQ(first, "Signed in as " + auth->current_user().uid());
  auth->SignOut();
  EXPECT_EQ(SignIn(sub), first);
}

TEST_F(TutorialTest, RefusesTheNonceOfAnotherRequest) {
  const std::string token = AppleToken(Unique("apple-"), Unique("nonce-"));
  const std::string sentence =
      Reported([&](Report report) { SignInWithApple(auth, token, "another", report); });
  EXPECT_NE(sentence, "nothing");
  EXPECT_FALSE(auth->current_user().is_valid()) << sentence;
}

TEST_F(TutorialTest, SignsInAtApplesPagesInFrenchAndDeletesTheAccount) {
  // No other test uses this person.
  latchkey_test::PersonChooses("hedy");
  const std::string sentence =
      Reported([&](Report report) { SignInWithAppleInBrowser(auth, report); });
  ASSERT_TRUE(auth->current_user().is_valid()) << sentence;
  EXPECT_EQ(sentence, "Signed in as " + auth->current_user().uid());
  auto asked = latchkey_test::LastAuthorization("apple.com");
  EXPECT_EQ(asked["locale"].substr(0, 2), "fr");
  EXPECT_EQ(asked["scope"], "email name");

  EXPECT_EQ(Reported([&](Report report) { DeleteAccount(auth, report); }), "Deleted");
  EXPECT_FALSE(auth->current_user().is_valid());
}

TEST_F(TutorialTest, DeletesNothingWhenThePersonRefuses) {
  SignInAnonymously();
  latchkey_test::PersonDenies();
  EXPECT_NE(Reported([&](Report report) { DeleteAccount(auth, report); }), "Deleted");
  EXPECT_TRUE(auth->current_user().is_valid());
}

TEST_F(TutorialTest, LinksAnAppleAccountThatNobodyHas) {
  SignInAnonymously();
  const std::string uid = auth->current_user().uid();
  EXPECT_EQ(Link(Unique("apple-")), "Linked");
  EXPECT_EQ(auth->current_user().uid(), uid);
  EXPECT_FALSE(auth->current_user().is_anonymous());
}

TEST_F(TutorialTest, SignsInToTheAccountThatHasTheAppleAccount) {
  const std::string sub = Unique("apple-");
  const std::string owner = SignIn(sub);
  auth->SignOut();
  SignInAnonymously();
  EXPECT_EQ(Link(sub), owner);
}

}  // namespace
