// Tests with eight threads at the same time.

#include <atomic>
#include <memory>
#include <thread>

#include "../support/test_app.h"

namespace {

using namespace latchkey_test;   // NOLINT
using namespace firebase::auth;  // NOLINT
using firebase::Future;
using firebase::FutureBase;

const int kThreads = 8;

template <typename Body>
void OnThreads(Body body) {
  std::vector<std::thread> threads;
  for (int index = 0; index < kThreads; ++index)
    threads.emplace_back([&body, index] { body(index); });
  for (std::thread& each : threads) each.join();
}

TEST(Threads, EachWithAnAppOfItsOwn) {
  OnThreads([](int) {
    for (int round = 0; round < 3; ++round) {
      TestApp test;
      const std::string email = UniqueEmail();
      ASSERT_COMPLETES(test.auth->CreateUserWithEmailAndPassword(email.c_str(), kPassword),
                       kAuthErrorNone);
      User::UserProfile profile;
      profile.display_name = email.c_str();
      ASSERT_COMPLETES(test.auth->current_user().UpdateUserProfile(profile), kAuthErrorNone);
      EXPECT_EQ(test.auth->current_user().display_name(), email);
      test.auth->SignOut();
      ASSERT_COMPLETES(test.auth->SignInWithEmailAndPassword(email.c_str(), kPassword),
                       kAuthErrorNone);
      ASSERT_COMPLETES(test.auth->current_user().Delete(), kAuthErrorNone);
    }
  });
}

class Hearer : public AuthStateListener, public IdTokenListener {
 public:
  explicit Hearer(std::atomic<int>* heard) : heard_(heard) {}
  void OnAuthStateChanged(Auth* auth) override {
    auth->current_user().uid();
    ++*heard_;
  }
  void OnIdTokenChanged(Auth* auth) override {
    auth->current_user().uid();
    ++*heard_;
  }

 private:
  std::atomic<int>* heard_;
};

TEST(Threads, AllWithOneAuth) {
  TestApp test;
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  const std::string uid = test.auth->current_user().uid();
  std::atomic<int> heard(0), calls(0);
  OnThreads([&](int index) {
    for (int round = 0; round < 25; ++round) {
      User user = test.auth->current_user();
      EXPECT_EQ(user.uid(), uid);
      Future<std::string> token = user.GetTokenThreadSafe(round % 8 == 0);
      token.AddOnCompletion([&](const FutureBase&) { ++calls; });
      Hearer hearer(&heard);
      test.auth->AddAuthStateListener(&hearer);
      test.auth->AddIdTokenListener(&hearer);
      if (index % 2 == 0) {
        test.auth->GetAuth(test.app);
        test.auth->language_code();
        test.auth->set_language_code(index % 4 == 0 ? "de" : nullptr);
        user.provider_data();
        user.metadata();
      }
      EXPECT_COMPLETES(token, kAuthErrorNone);
      test.auth->RemoveAuthStateListener(&hearer);
      test.auth->RemoveIdTokenListener(&hearer);
    }
  });
  EXPECT_GE(heard, kThreads * 25 * 2);
  for (int round = 0; calls < kThreads * 25 && round < 1000; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(calls, kThreads * 25);
}

TEST(Threads, SignInAndOutOfOneAuthAtOnce) {
  TestApp test;
  std::atomic<int> heard(0);
  Hearer hearer(&heard);
  test.auth->AddAuthStateListener(&hearer);
  test.auth->AddIdTokenListener(&hearer);
  OnThreads([&](int index) {
    for (int round = 0; round < 10; ++round) {
      Future<AuthResult> future = test.auth->SignInAnonymously();
      if (index % 2 == 0) {
        WaitFor(future);
        EXPECT_EQ(future.status(), firebase::kFutureStatusComplete);
        EXPECT_NE(future.result(), nullptr);
      }
      User user = test.auth->current_user();
      user.uid();
      user.is_anonymous();
      user.provider_data();
      if (index % 4 == 1) test.auth->SignOut();
      if (index % 4 == 3) WaitFor(user.Reload());
      WaitFor(future);
    }
  });
  test.auth->SignOut();
  EXPECT_FALSE(test.auth->current_user().is_valid());
  test.auth->RemoveAuthStateListener(&hearer);
  test.auth->RemoveIdTokenListener(&hearer);
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
}

TEST(Threads, MakeAndDeleteAppsOfOneNameApart) {
  // Each thread repeatedly creates and deletes an app with its own name.
  OnThreads([](int) {
    const std::string name = Unique("thread-");
    for (int round = 0; round < 10; ++round) {
      TestApp test(name);
      EXPECT_EQ(firebase::App::GetInstance(name.c_str()), test.app);
      firebase::App::GetApps();
      Future<AuthResult> future = test.auth->SignInAnonymously();
      if (round % 2 == 0) WaitFor(future);
    }
  });
}

TEST(Threads, GetOneAuthAtOnce) {
  firebase::App* app = firebase::App::Create(Options(), Unique("app-").c_str());
  Auth* found[kThreads] = {};
  OnThreads([&](int index) { found[index] = Auth::GetAuth(app); });
  for (Auth* each : found) EXPECT_EQ(each, found[0]);
  ASSERT_NE(found[0], nullptr);
  delete found[0];
  delete app;
}

TEST(Threads, MakeOneAppAtOnce) {
  const std::string name = Unique("app-");
  firebase::App* made[kThreads] = {};
  OnThreads([&](int index) { made[index] = firebase::App::Create(Options(), name.c_str()); });
  ASSERT_NE(made[0], nullptr);
  for (firebase::App* each : made) EXPECT_EQ(each, made[0]);
  delete made[0];
}

TEST(Threads, CopyUsersAndCredentialsAtOnce) {
  TestApp test;
  ASSERT_COMPLETES(test.auth->SignInWithCredential(GitHubCredential(UniqueNumber())),
                   kAuthErrorNone);
  const User user = test.auth->current_user();
  const Credential credential = EmailAuthProvider::GetCredential("ada@example.com", "password");
  OnThreads([&](int) {
    for (int round = 0; round < 500; ++round) {
      User copy(user);
      Credential credential_copy = credential;
      EXPECT_EQ(copy.provider_data().size(), 1u);
      EXPECT_EQ(credential_copy.provider(), "password");
      User assigned;
      assigned = copy;
      EXPECT_TRUE(assigned == user);
    }
  });
}

}  // namespace
