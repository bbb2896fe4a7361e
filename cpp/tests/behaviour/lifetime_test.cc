// App, Auth, futures, users and listeners may be destroyed in any order.

#include <atomic>
#include <cstdlib>
#include <memory>
#include <thread>

#include "../support/phone_listener.h"
#include "../support/test_app.h"

namespace {

using namespace latchkey_test;   // NOLINT
using namespace firebase::auth;  // NOLINT
using firebase::Future;
using firebase::FutureBase;

class LifetimeTest : public ::testing::Test {
 protected:
  void TearDown() override { ClearFaults("facebook.com"); }

  Future<User> SlowSignIn(Auth* auth, double seconds = 0.4) {
    const Credential credential = FacebookCredential("{\"sub\": \"" + UniqueNumber() + "\"}");
    SlowDown("facebook.com", "graph", seconds, 1);
    return auth->SignInWithCredential(credential);
  }
};

TEST_F(LifetimeTest, AuthGoesBeforeApp) {
  TestApp test;
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  test.DeleteAuth();
  test.DeleteApp();
}

TEST_F(LifetimeTest, AppGoesBeforeAuth) {
  TestApp test;
  Future<AuthResult> before = test.auth->SignInAnonymously();
  ASSERT_COMPLETES(before, kAuthErrorNone);
  User user = test.auth->current_user();
  test.DeleteApp();
  EXPECT_FAILS(test.auth->SignInAnonymously());
  test.auth->SignOut();
  user.is_valid();
  user.uid();
  test.DeleteAuth();
  EXPECT_FALSE(user.is_valid());
}

// Deletes the Auth that calls it, after the test has armed it.
class Deleter : public AuthStateListener {
 public:
  explicit Deleter(TestApp* test) : test_(test) {}
  void Arm() { is_armed_ = true; }

  void OnAuthStateChanged(Auth*) override {
    if (is_armed_.exchange(false)) test_->DeleteAuth();
  }

 private:
  TestApp* test_;
  std::atomic<bool> is_armed_{false};
};

TEST_F(LifetimeTest, AuthGoesWhileAListenerIsAdded) {
  TestApp test;
  Deleter deleter(&test);
  deleter.Arm();
  test.auth->AddAuthStateListener(&deleter);
  EXPECT_EQ(test.auth, nullptr);
}

TEST_F(LifetimeTest, AuthGoesWhileItsUserIsSignedOut) {
  TestApp test;
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  Deleter deleter(&test);
  test.auth->AddAuthStateListener(&deleter);
  deleter.Arm();
  test.auth->SignOut();
  EXPECT_EQ(test.auth, nullptr);
}

TEST_F(LifetimeTest, AuthGoesWithAnOperationInFlight) {
  Counter calls;
  Future<User> future;
  {
    TestApp test;
    future = SlowSignIn(test.auth);
    future.OnCompletion([&](const FutureBase&) { calls.Increase(); });
    EXPECT_EQ(future.status(), firebase::kFutureStatusPending);
    test.DeleteAuth();
    EXPECT_NE(future.status(), firebase::kFutureStatusPending);
    const int called = calls.value();
    EXPECT_LE(called, 1);
    // The request continues, but no callback is called.
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    EXPECT_EQ(calls.value(), called);
  }
  EXPECT_EQ(future.result(), nullptr);
  future.OnCompletion([&](const FutureBase&) { calls.Increase(); });
  EXPECT_FALSE(future.Wait(10));
  future.Release();
}

TEST_F(LifetimeTest, WhoeverWaitsIsReleasedWhenTheAuthGoes) {
  TestApp test;
  Future<User> future = SlowSignIn(test.auth, 3);
  Counter waiting, released;
  std::thread waiter([&] {
    Future<User> copy = future;
    waiting.Increase();
    EXPECT_FALSE(copy.Wait(FutureBase::kWaitTimeoutInfinite));
    released.Increase();
  });
  ASSERT_TRUE(waiting.WaitUntil(1));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  test.DeleteAuth();
  EXPECT_TRUE(released.WaitUntil(1));
  waiter.join();
}

TEST_F(LifetimeTest, AppGoesWithAnOperationInFlight) {
  TestApp test;
  Counter calls;
  Future<User> future = SlowSignIn(test.auth);
  future.OnCompletion([&](const FutureBase&) { calls.Increase(); });
  test.DeleteApp();
  std::this_thread::sleep_for(std::chrono::milliseconds(700));
  EXPECT_LE(calls.value(), 1);
  test.DeleteAuth();
  EXPECT_LE(calls.value(), 1);
}

TEST_F(LifetimeTest, ManyOperationsInFlightGoWithTheAuth) {
  for (int round = 0; round < 10; ++round) {
    TestApp test;
    std::vector<FutureBase> futures;
    std::atomic<int> calls(0);
    for (int index = 0; index < 10; ++index) {
      futures.push_back(test.auth->SignInAnonymously());
      futures.push_back(test.auth->SendPasswordResetEmail("nobody@example.com"));
      futures.push_back(test.auth->current_user().GetToken(true));
      futures.push_back(test.auth->current_user().Reload());
      for (size_t last = futures.size() - 4; last < futures.size(); ++last) {
        futures[last].AddOnCompletion([&](const FutureBase&) { ++calls; });
      }
    }
    if (round % 2 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(round * 5));
    test.DeleteAuth();
    const int called = calls;
    EXPECT_LE(called, 40);
    for (const FutureBase& each : futures) EXPECT_NE(each.status(), firebase::kFutureStatusPending);
    if (round % 3 == 0) test.DeleteApp();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(calls, called);
  }
}

TEST_F(LifetimeTest, FuturesAndResultsOutliveTheirAuth) {
  Future<AuthResult> good, bad;
  Future<std::string> token;
  AuthResult result;
  {
    TestApp test;
    good = test.auth->SignInAndRetrieveDataWithCredential(GitHubCredential(UniqueNumber()));
    ASSERT_COMPLETES(good, kAuthErrorNone);
    result = *good.result();
    token = test.auth->current_user().GetToken(false);
    ASSERT_COMPLETES(token, kAuthErrorNone);
    bad = test.auth->SignInWithEmailAndPassword(UniqueEmail().c_str(), kPassword);
    ASSERT_COMPLETES(bad, kAuthErrorUserNotFound);
  }
  EXPECT_EQ(good.status(), firebase::kFutureStatusComplete);
  EXPECT_EQ(good.error(), kAuthErrorNone);
  ASSERT_NE(good.result(), nullptr);
  EXPECT_FALSE(good.result()->user.is_valid());
  EXPECT_EQ(good.result()->additional_user_info.provider_id, "github.com");
  EXPECT_EQ(bad.error(), kAuthErrorUserNotFound);
  EXPECT_STRNE(bad.error_message(), "");
  ASSERT_NE(token.result(), nullptr);
  EXPECT_NE(*token.result(), "");
  EXPECT_TRUE(result.credential.is_valid());
  EXPECT_FALSE(result.user.is_valid());
  EXPECT_FALSE(result.additional_user_info.profile.empty());
}

TEST_F(LifetimeTest, CredentialsOutliveTheirAuthAndServeAnother) {
  Credential updated;
  std::string owner;
  const std::string sub = Unique("apple-");
  {
    TestApp test;
    ASSERT_COMPLETES(test.auth->SignInWithCredential(AppleCredential(sub)), kAuthErrorNone);
    owner = test.auth->current_user().uid();
    test.auth->SignOut();
    ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
    Future<AuthResult> linked = test.auth->current_user().LinkWithCredential(AppleCredential(sub));
    ASSERT_COMPLETES(linked, kAuthErrorCredentialAlreadyInUse);
    updated = linked.result()->additional_user_info.updated_credential;
  }
  TestApp other;
  ASSERT_COMPLETES(other.auth->SignInWithCredential(updated), kAuthErrorNone);
  EXPECT_EQ(other.auth->current_user().uid(), owner);
}

TEST_F(LifetimeTest, AuthIsMadeAnewManyTimes) {
  TestApp test;
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  const std::string uid = test.auth->current_user().uid();
  for (int round = 0; round < 30; ++round) {
    test.DeleteAuth();
    test.auth = Auth::GetAuth(test.app);
    ASSERT_NE(test.auth, nullptr);
    ASSERT_EQ(test.auth->current_user().uid(), uid);
  }
}

TEST_F(LifetimeTest, AppsOfOneNameFollowOneAnother) {
  const std::string name = Unique("again-");
  for (int round = 0; round < 20; ++round) {
    TestApp test(name);
    if (round == 0) {
      ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
    } else {
      EXPECT_TRUE(test.auth->current_user().is_valid());
    }
    if (round % 2 == 0) test.DeleteApp();
  }
}

TEST_F(LifetimeTest, ACallbackMayHoldTheLastFuture) {
  TestApp test;
  Counter calls;
  auto* future = new Future<AuthResult>(test.auth->SignInAnonymously());
  future->OnCompletion([&calls, future](const FutureBase&) {
    delete future;
    calls.Increase();
  });
  ASSERT_TRUE(calls.WaitUntil(1));
}

TEST_F(LifetimeTest, ACallbackMayDeleteTheAuth) {
  TestApp test;
  Counter calls;
  test.auth->SignInAnonymously().OnCompletion([&](const FutureBase&) {
    test.DeleteAuth();
    calls.Increase();
  });
  ASSERT_TRUE(calls.WaitUntil(1));
  // Waits until the thread has returned from the callback.
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
}

TEST_F(LifetimeTest, APageMayBeOpenWhenTheAuthGoes) {
  firebase::App* app = firebase::App::Create(Options(), Unique("app-").c_str());
  AuthEnvironment environment;
  std::mutex mutex;
  std::string url;
  Counter opened;
  environment.open_browser = [&](const std::string& address) {
    std::lock_guard<std::mutex> lock(mutex);
    url = address;
    opened.Increase();
  };
  Auth* auth = Auth::GetAuth(app, environment);
  ASSERT_NE(auth, nullptr);
  auth->UseEmulator(ServerHost(), ServerPort());
  Future<AuthResult> future = auth->SignInWithProvider(FederatedOAuthProviderData("github.com"));
  ASSERT_TRUE(opened.WaitUntil(1));
  std::unique_lock<std::mutex> lock(mutex);
  EXPECT_TRUE(AnswersTheBrowser(url));
  lock.unlock();
  EXPECT_EQ(future.status(), firebase::kFutureStatusPending);
  delete auth;
  EXPECT_NE(future.status(), firebase::kFutureStatusPending);
  delete app;
  // Nothing waits for the browser any longer.
  int tenths = 0;
  while (AnswersTheBrowser(url) && ++tenths < 100) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_LT(tenths, 100);
}

TEST_F(LifetimeTest, NoPageIsBeingOpenedWhenTheAuthIsGone) {
  firebase::App* app = firebase::App::Create(Options(), Unique("app-").c_str());
  AuthEnvironment environment;
  Counter begun;
  std::atomic<bool> ended(false);
  environment.open_browser = [&](const std::string&) {
    begun.Increase();
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    ended = true;
  };
  Auth* auth = Auth::GetAuth(app, environment);
  ASSERT_NE(auth, nullptr);
  auth->UseEmulator(ServerHost(), ServerPort());
  auth->SignInWithProvider(FederatedOAuthProviderData("github.com"));
  ASSERT_TRUE(begun.WaitUntil(1));
  delete auth;
  // From now on, the objects that the function refers to may be destroyed.
  EXPECT_TRUE(ended);
  delete app;
}

TEST_F(LifetimeTest, APhoneListenerMayOutliveTheAuth) {
  PhoneListener listener;
  {
    TestApp test;
    PhoneAuthOptions options;
    options.phone_number = UniquePhoneNumber();
    PhoneAuthProvider::GetInstance(test.auth).VerifyPhoneNumber(options, &listener);
  }
  EXPECT_LE(listener.calls(), 1);
}

TEST_F(LifetimeTest, ProvidersAreReadDuringTheCallAlone) {
  TestApp test;
  PersonChooses("ada");
  Future<AuthResult> future;
  {
    FederatedOAuthProvider provider(FederatedOAuthProviderData("github.com"));
    future = test.auth->SignInWithProvider(&provider);
  }
  ASSERT_COMPLETES(future, kAuthErrorNone);
  EXPECT_COMPLETES(test.auth->current_user().Delete(), kAuthErrorNone);
}

TEST_F(LifetimeTest, ArgumentsAreReadDuringTheCallAlone) {
  TestApp test;
  Future<AuthResult> future;
  std::string address = UniqueEmail();
  {
    std::string email = address, password = kPassword;
    future = test.auth->CreateUserWithEmailAndPassword(email.c_str(), password.c_str());
    email.assign(email.size(), 'x');
    password.assign(password.size(), 'x');
  }
  ASSERT_COMPLETES(future, kAuthErrorNone);
  EXPECT_EQ(test.auth->current_user().email(), address);
  Future<void> changed;
  {
    std::string name = "A name that is longer than what texts keep in themselves";
    User::UserProfile profile;
    profile.display_name = name.c_str();
    changed = test.auth->current_user().UpdateUserProfile(profile);
    name.assign(name.size(), 'x');
  }
  ASSERT_COMPLETES(changed, kAuthErrorNone);
  EXPECT_EQ(test.auth->current_user().display_name().find("A name"), 0u);
}

// A program that ends without deleting its objects.
class ExitDeathTest : public ::testing::Test {
 protected:
  void SetUp() override {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "What such a program leaves behind counts as leaked.";
#endif
  }
};

TEST_F(ExitDeathTest, WithOperationsInFlight) {
  EXPECT_EXIT(
      {
        auto* test = new TestApp;
        WaitFor(test->auth->SignInAnonymously());
        test->auth->SignOut();
        for (int index = 0; index < 20; ++index) {
          test->auth->SignInAnonymously().OnCompletion([](const FutureBase&) {});
        }
        std::exit(0);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST_F(ExitDeathTest, WithAnAuthThatGoesAtTheVeryEnd) {
  EXPECT_EXIT(
      {
        static std::unique_ptr<TestApp> test;
        test.reset(new TestApp);
        static Future<AuthResult> future;
        future = test->auth->SignInAnonymously();
        WaitFor(future);
        static User user = test->auth->current_user();
        std::exit(user.is_valid() ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

}  // namespace
