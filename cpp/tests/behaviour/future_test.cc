// The state of a future before, at and after its completion.

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "../support/test_app.h"

namespace {

using namespace latchkey_test;   // NOLINT
using namespace firebase::auth;  // NOLINT
using firebase::Future;
using firebase::FutureBase;

// Starts a slow sign-in: the provider delays its answer by this number of seconds.
Future<User> SlowSignIn(Auth* auth, double seconds) {
  const Credential credential = FacebookCredential("{\"sub\": \"" + UniqueNumber() + "\"}");
  SlowDown("facebook.com", "graph", seconds, 1);
  return auth->SignInWithCredential(credential);
}

class FutureTest : public ::testing::Test {
 protected:
  void TearDown() override { ClearFaults("facebook.com"); }
  TestApp test;
};

TEST(NoFuture, IsInvalid) {
  Future<User> none;
  EXPECT_EQ(none.status(), firebase::kFutureStatusInvalid);
  EXPECT_NE(none.error(), kAuthErrorNone);
  EXPECT_NE(none.error_message(), nullptr);
  EXPECT_EQ(none.result(), nullptr);
  EXPECT_EQ(none.result_void(), nullptr);
  EXPECT_FALSE(none.Wait(0));
  EXPECT_TRUE(none == Future<User>());
  int calls = 0;
  none.OnCompletion([&](const FutureBase&) { ++calls; });
  none.OnCompletion([](const Future<User>&, void* data) { ++*static_cast<int*>(data); }, &calls);
  none.AddOnCompletion([&](const FutureBase&) { ++calls; });
  none.Release();
  EXPECT_EQ(calls, 0);
}

TEST(NoFuture, OfAnOperationThatWasNotAskedForIsInvalid) {
  TestApp test;
  EXPECT_EQ(test.auth->SignInAnonymouslyLastResult().status(), firebase::kFutureStatusInvalid);
  EXPECT_EQ(test.auth->SendPasswordResetEmailLastResult().status(), firebase::kFutureStatusInvalid);
  EXPECT_EQ(test.auth->current_user().ReloadLastResult().status(), firebase::kFutureStatusInvalid);
}

TEST_F(FutureTest, IsPendingAndThenComplete) {
  Future<User> future = SlowSignIn(test.auth, 0.5);
  EXPECT_EQ(future.status(), firebase::kFutureStatusPending);
  EXPECT_EQ(future.error(), kAuthErrorNone);
  EXPECT_EQ(future.result(), nullptr);
  EXPECT_STREQ(future.error_message(), "");
  EXPECT_FALSE(future.Wait(1));
  EXPECT_TRUE(future.Wait(FutureBase::kWaitTimeoutInfinite));
  EXPECT_EQ(future.status(), firebase::kFutureStatusComplete);
  EXPECT_EQ(future.error(), kAuthErrorNone);
  EXPECT_STREQ(future.error_message(), "");
  ASSERT_NE(future.result(), nullptr);
  EXPECT_EQ(future.result_void(), future.result());
  EXPECT_TRUE(future.result()->is_valid());
  EXPECT_EQ(future.Await(0), future.result());
}

TEST_F(FutureTest, CallsBackOnceWhenAskedBefore) {
  Counter typed, plain, function, added, added_function;
  Future<User> one = SlowSignIn(test.auth, 0.3);
  one.OnCompletion(
      [](const Future<User>& done, void* data) {
        EXPECT_EQ(done.status(), firebase::kFutureStatusComplete);
        EXPECT_TRUE(done.result()->is_valid());
        static_cast<Counter*>(data)->Increase();
      },
      &typed);
  one.AddOnCompletion(
      [](const FutureBase& done, void* data) {
        EXPECT_EQ(done.error(), kAuthErrorNone);
        static_cast<Counter*>(data)->Increase();
      },
      &added);
  one.AddOnCompletion([&](const Future<User>& done) {
    EXPECT_NE(done.result(), nullptr);
    added_function.Increase();
  });
  EXPECT_EQ(one.status(), firebase::kFutureStatusPending);
  ASSERT_TRUE(added_function.WaitUntil(1));
  Future<User> two = SlowSignIn(test.auth, 0.3);
  two.OnCompletion([](const FutureBase&, void* data) { static_cast<Counter*>(data)->Increase(); },
                   &plain);
  ASSERT_TRUE(plain.WaitUntil(1));
  Future<User> three = SlowSignIn(test.auth, 0.3);
  three.OnCompletion([&](const Future<User>&) { function.Increase(); });
  ASSERT_TRUE(function.WaitUntil(1));
  test.DeleteAuth();
  EXPECT_EQ(typed.value(), 1);
  EXPECT_EQ(plain.value(), 1);
  EXPECT_EQ(function.value(), 1);
  EXPECT_EQ(added.value(), 1);
  EXPECT_EQ(added_function.value(), 1);
}

TEST_F(FutureTest, CallsBackOnceWhenAskedAfterwards) {
  Future<AuthResult> future = test.auth->SignInAnonymously();
  ASSERT_COMPLETES(future, kAuthErrorNone);
  Counter calls;
  future.OnCompletion([&](const Future<AuthResult>& done) {
    EXPECT_TRUE(done.result()->user.is_valid());
    calls.Increase();
  });
  ASSERT_TRUE(calls.WaitUntil(1));
  future.OnCompletion(
      [](const Future<AuthResult>&, void* data) { static_cast<Counter*>(data)->Increase(); },
      &calls);
  ASSERT_TRUE(calls.WaitUntil(2));
  future.AddOnCompletion([&](const FutureBase&) { calls.Increase(); });
  ASSERT_TRUE(calls.WaitUntil(3));
  future = Future<AuthResult>();
  test.DeleteAuth();
  EXPECT_EQ(calls.value(), 3);
}

TEST_F(FutureTest, ACallbackReplacesTheOneBefore) {
  Counter first, second;
  Future<User> future = SlowSignIn(test.auth, 0.3);
  future.OnCompletion([&](const FutureBase&) { first.Increase(); });
  future.OnCompletion([&](const FutureBase&) { second.Increase(); });
  ASSERT_TRUE(second.WaitUntil(1));
  EXPECT_EQ(first.value(), 0);
}

TEST_F(FutureTest, AddedCallbacksComeInOrderAndCanBeTakenBack) {
  std::mutex mutex;
  std::vector<int> order;
  Counter last;
  auto write = [&](int number) {
    return [&, number](const FutureBase&) {
      std::lock_guard<std::mutex> lock(mutex);
      order.push_back(number);
    };
  };
  Future<User> future = SlowSignIn(test.auth, 0.3);
  future.AddOnCompletion(write(2));
  const auto taken_back = future.AddOnCompletion(write(3));
  future.AddOnCompletion(write(4));
  future.OnCompletion(write(1));
  future.AddOnCompletion([&](const FutureBase&) { last.Increase(); });
  future.RemoveOnCompletion(taken_back);
  ASSERT_TRUE(last.WaitUntil(1));
  std::lock_guard<std::mutex> lock(mutex);
  EXPECT_EQ(order, (std::vector<int>{1, 2, 4}));
}

TEST_F(FutureTest, CopiesAreOfOneOperation) {
  Future<User> future = SlowSignIn(test.auth, 0.3);
  const Future<User> copy(future);
  Future<User> assigned;
  EXPECT_TRUE(assigned != future);
  assigned = copy;
  EXPECT_TRUE(assigned == future);
  EXPECT_TRUE(copy == future);
  EXPECT_EQ(copy.GetHandle(), future.GetHandle());
  const FutureBase base = future;
  EXPECT_TRUE(base == future);
  ASSERT_COMPLETES(future, kAuthErrorNone);
  EXPECT_EQ(copy.status(), firebase::kFutureStatusComplete);
  EXPECT_EQ(copy.result(), future.result());
  EXPECT_EQ(base.result_void(), future.result());
  Future<User> moved(std::move(future));
  EXPECT_EQ(moved.result(), copy.result());
  EXPECT_EQ(future.status(),
            firebase::kFutureStatusInvalid);  // NOLINT: what is left behind is invalid
  future = std::move(moved);
  EXPECT_EQ(future.result(), copy.result());
}

TEST_F(FutureTest, ReleasedIsInvalidAndCopiesAreNot) {
  Counter calls;
  Future<User> future = SlowSignIn(test.auth, 0.3);
  Future<User> copy = future;
  future.OnCompletion([&](const FutureBase&) { calls.Increase(); });
  future.Release();
  EXPECT_EQ(future.status(), firebase::kFutureStatusInvalid);
  EXPECT_EQ(future.result(), nullptr);
  ASSERT_COMPLETES(copy, kAuthErrorNone);
  EXPECT_NE(copy.result(), nullptr);
  ASSERT_TRUE(calls.WaitUntil(1));
}

TEST_F(FutureTest, CallsBackWithoutAnyCopyLeft) {
  Counter calls;
  SlowSignIn(test.auth, 0.3).OnCompletion([&](const Future<User>& done) {
    EXPECT_EQ(done.error(), kAuthErrorNone);
    calls.Increase();
  });
  ASSERT_TRUE(calls.WaitUntil(1));
}

TEST_F(FutureTest, LastResultIsTheSameOperation) {
  Future<AuthResult> future = test.auth->SignInAnonymously();
  EXPECT_TRUE(test.auth->SignInAnonymouslyLastResult() == future);
  ASSERT_COMPLETES(test.auth->SignInAnonymouslyLastResult(), kAuthErrorNone);
  EXPECT_EQ(test.auth->SignInAnonymouslyLastResult().result(), future.result());
  Future<AuthResult> again = test.auth->SignInAnonymously();
  EXPECT_TRUE(again != future);
  EXPECT_TRUE(test.auth->SignInAnonymouslyLastResult() == again);
  WaitFor(again);
}

TEST_F(FutureTest, LetsItsCallbackGo) {
  auto token = std::make_shared<int>(1);
  Counter calls;
  {
    Future<User> future = SlowSignIn(test.auth, 0.2);
    future.OnCompletion([token, &calls](const FutureBase&) { calls.Increase(); });
    EXPECT_EQ(token.use_count(), 2);
    ASSERT_TRUE(calls.WaitUntil(1));
  }
  test.DeleteAuth();
  EXPECT_EQ(token.use_count(), 1);
}

TEST_F(FutureTest, LetsACallbackGoThatIsNeverCalled) {
  auto token = std::make_shared<int>(1);
  {
    Future<User> future = SlowSignIn(test.auth, 2);
    future.OnCompletion([token](const FutureBase&) {});
    future.AddOnCompletion([token](const FutureBase&) {});
    test.DeleteAuth();
  }
  EXPECT_EQ(token.use_count(), 1);
}

TEST_F(FutureTest, ACallbackMayStartTheNextOperation) {
  Counter calls;
  Future<std::string> last;
  std::mutex mutex;
  test.auth->SignInAnonymously().OnCompletion([&](const Future<AuthResult>& signed_in) {
    EXPECT_EQ(signed_in.error(), kAuthErrorNone);
    User user = signed_in.result()->user;
    user.Reload().OnCompletion([&](const Future<void>& reloaded) {
      EXPECT_EQ(reloaded.error(), kAuthErrorNone);
      test.auth->current_user().GetToken(true).OnCompletion([&](const Future<std::string>& token) {
        std::lock_guard<std::mutex> lock(mutex);
        last = token;
        calls.Increase();
      });
    });
  });
  ASSERT_TRUE(calls.WaitUntil(1));
  std::lock_guard<std::mutex> lock(mutex);
  EXPECT_EQ(last.error(), kAuthErrorNone);
}

TEST_F(FutureTest, VoidHasNoResult) {
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  Future<void> future = test.auth->current_user().Reload();
  ASSERT_COMPLETES(future, kAuthErrorNone);
  EXPECT_EQ(future.result_void(), nullptr);
}

TEST_F(FutureTest, AFailureHasAResultToo) {
  Future<AuthResult> future =
      test.auth->SignInWithEmailAndPassword(UniqueEmail().c_str(), kPassword);
  ASSERT_COMPLETES(future, kAuthErrorUserNotFound);
  ASSERT_NE(future.result(), nullptr);
  EXPECT_FALSE(future.result()->user.is_valid());
  EXPECT_FALSE(future.result()->credential.is_valid());
  EXPECT_FALSE(future.result()->additional_user_info.updated_credential.is_valid());
}

TEST_F(FutureTest, IsSeenFromOtherThreads) {
  Future<User> future = SlowSignIn(test.auth, 0.3);
  std::atomic<int> seen(0);
  Counter calls;
  std::vector<std::thread> threads;
  for (int index = 0; index < 8; ++index) {
    threads.emplace_back([&, index] {
      Future<User> copy = future;
      copy.AddOnCompletion([&](const FutureBase&) { calls.Increase(); });
      if (index % 2 == 0) {
        copy.Wait(FutureBase::kWaitTimeoutInfinite);
      } else {
        WaitFor(copy);
      }
      if (copy.result() != nullptr && copy.result()->is_valid() && copy.error() == kAuthErrorNone)
        ++seen;
    });
  }
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(seen, 8);
  ASSERT_TRUE(calls.WaitUntil(8));
}

TEST_F(FutureTest, IsFullyThereForWhoeverSeesItComplete) {
  for (int round = 0; round < 50; ++round) {
    Future<AuthResult> future = test.auth->SignInAnonymously();
    while (future.status() == firebase::kFutureStatusPending) std::this_thread::yield();
    ASSERT_NE(future.result(), nullptr);
    ASSERT_FALSE(future.result()->user.uid().empty());
    ASSERT_TRUE(test.auth->current_user().is_valid());
    test.auth->SignOut();
  }
}

TEST_F(FutureTest, CallbacksThatRaceWithTheEndAreCalledOnce) {
  for (int round = 0; round < 50; ++round) {
    Counter calls;
    Future<AuthResult> future = test.auth->SignInAnonymously();
    std::vector<std::thread> threads;
    for (int index = 0; index < 4; ++index) {
      threads.emplace_back([&] {
        for (int each = 0; each < 10; ++each)
          future.AddOnCompletion([&](const FutureBase&) { calls.Increase(); });
      });
    }
    for (std::thread& each : threads) each.join();
    ASSERT_TRUE(calls.WaitUntil(40));
    ASSERT_EQ(calls.value(), 40);
  }
}

}  // namespace
