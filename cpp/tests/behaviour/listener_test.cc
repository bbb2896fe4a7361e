// Tests ID tokens, and the listeners for users and tokens.

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "../support/test_app.h"

namespace {

using namespace latchkey_test;   // NOLINT
using namespace firebase::auth;  // NOLINT
using firebase::Future;

// Records the notifications of a listener. Records repeated states only once.
class Journal {
 public:
  void Write(const std::string& line, bool even_if_the_same) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (even_if_the_same || lines_.empty() || lines_.back() != line) lines_.push_back(line);
    changed_.notify_all();
  }
  bool WaitUntil(size_t count) {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(60),
                             [&] { return lines_.size() >= count; });
  }
  std::vector<std::string> lines() {
    std::lock_guard<std::mutex> lock(mutex_);
    return lines_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> lines_;
};

class StateJournal : public AuthStateListener, public Journal {
 public:
  explicit StateJournal(bool everything = false) : everything_(everything) {}
  void OnAuthStateChanged(Auth* auth) override {
    const User user = auth->current_user();
    Write(user.is_valid() ? user.provider_id() : "", everything_);
  }

 private:
  bool everything_;
};

class TokenJournal : public IdTokenListener, public Journal {
 public:
  void OnIdTokenChanged(Auth* auth) override {
    User user = auth->current_user();
    if (!user.is_valid()) {
      Write("", false);
      return;
    }
    // A callback must not wait for another callback.
    user.GetTokenThreadSafe(false).OnCompletion([this](const Future<std::string>& token) {
      Write(token.error() == kAuthErrorNone ? *token.result() : "no token", false);
    });
  }
};

TEST(IdToken, IsKeptUntilAnotherIsAskedFor) {
  TestApp test;
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  User user = test.auth->current_user();
  Future<std::string> first = user.GetToken(false);
  ASSERT_COMPLETES(first, kAuthErrorNone);
  EXPECT_EQ(Claim(*first.result(), "sub"), user.uid());
  EXPECT_EQ(Claim(*first.result(), "firebase.sign_in_provider"), "anonymous");
  Future<std::string> second = user.GetToken(false);
  ASSERT_COMPLETES(second, kAuthErrorNone);
  EXPECT_EQ(*second.result(), *first.result());
  // Tokens that are issued in the same second are equal.
  AdvanceClock(2);
  Future<std::string> third = user.GetToken(true);
  ASSERT_COMPLETES(third, kAuthErrorNone);
  EXPECT_NE(*third.result(), *first.result());
  EXPECT_EQ(*user.GetTokenLastResult().result(), *third.result());
  Future<std::string> fourth = user.GetTokenThreadSafe(false);
  ASSERT_COMPLETES(fourth, kAuthErrorNone);
  EXPECT_EQ(*fourth.result(), *third.result());
}

TEST(Listeners, HearOfUsersAndTokensInOrder) {
  TestApp test;
  StateJournal states;
  TokenJournal tokens;
  test.auth->AddAuthStateListener(&states);
  test.auth->AddIdTokenListener(&tokens);
  ASSERT_TRUE(states.WaitUntil(1));
  ASSERT_TRUE(tokens.WaitUntil(1));

  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  ASSERT_TRUE(states.WaitUntil(2));
  ASSERT_TRUE(tokens.WaitUntil(2));
  AdvanceClock(2);
  User user = test.auth->current_user();
  Future<std::string> token = user.GetToken(true);
  ASSERT_COMPLETES(token, kAuthErrorNone);
  ASSERT_TRUE(tokens.WaitUntil(3));
  test.auth->SignOut();
  ASSERT_TRUE(states.WaitUntil(3));
  ASSERT_TRUE(tokens.WaitUntil(4));
  test.auth->RemoveAuthStateListener(&states);
  test.auth->RemoveIdTokenListener(&tokens);

  EXPECT_EQ(states.lines(), (std::vector<std::string>{"", "Firebase", ""}));
  const std::vector<std::string> heard = tokens.lines();
  ASSERT_EQ(heard.size(), 4u);
  EXPECT_EQ(heard.front(), "");
  EXPECT_EQ(heard.back(), "");
  EXPECT_NE(heard[1], heard[2]);
  EXPECT_EQ(heard[2], *token.result());
}

TEST(Listeners, HearThePresentStateAtFirst) {
  TestApp test;
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  StateJournal states;
  test.auth->AddAuthStateListener(&states);
  ASSERT_TRUE(states.WaitUntil(1));
  EXPECT_EQ(states.lines(), std::vector<std::string>{"Firebase"});
  test.auth->RemoveAuthStateListener(&states);
}

TEST(Listeners, OfStatesDoNotHearOfTokens) {
  TestApp test;
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  StateJournal states(true);
  TokenJournal tokens;
  test.auth->AddAuthStateListener(&states);
  test.auth->AddIdTokenListener(&tokens);
  ASSERT_TRUE(states.WaitUntil(1));
  ASSERT_TRUE(tokens.WaitUntil(1));
  AdvanceClock(2);
  ASSERT_COMPLETES(test.auth->current_user().GetToken(true), kAuthErrorNone);
  ASSERT_TRUE(tokens.WaitUntil(2));
  EXPECT_EQ(states.lines().size(), 1u);
  test.auth->RemoveAuthStateListener(&states);
  test.auth->RemoveIdTokenListener(&tokens);
}

// Counts its calls, and performs an action once.
class Doer : public AuthStateListener {
 public:
  explicit Doer(std::function<void(Auth*)> what = nullptr) : what_(what) {}
  void OnAuthStateChanged(Auth* auth) override {
    std::function<void(Auth*)> what;
    std::swap(what, what_);
    if (what) what(auth);
    counter.Increase();
  }
  Counter counter;

 private:
  std::function<void(Auth*)> what_;
};

TEST(Listeners, AreToldInTheOrderInWhichTheyWereAdded) {
  TestApp test;
  std::mutex mutex;
  std::vector<int> order;
  std::vector<std::unique_ptr<Doer>> doers;
  class Recorder : public AuthStateListener {
   public:
    Recorder(int number, std::mutex* mutex, std::vector<int>* order)
        : number_(number), mutex_(mutex), order_(order) {}
    void OnAuthStateChanged(Auth* auth) override {
      if (!auth->current_user().is_valid()) return;
      std::lock_guard<std::mutex> lock(*mutex_);
      order_->push_back(number_);
    }

   private:
    int number_;
    std::mutex* mutex_;
    std::vector<int>* order_;
  };
  Recorder first(1, &mutex, &order), second(2, &mutex, &order), third(3, &mutex, &order);
  Doer last;
  test.auth->AddAuthStateListener(&first);
  test.auth->AddAuthStateListener(&second);
  test.auth->AddAuthStateListener(&third);
  test.auth->AddAuthStateListener(&last);
  ASSERT_TRUE(last.counter.WaitUntil(1));
  const int before = last.counter.value();
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  ASSERT_TRUE(last.counter.WaitUntil(before + 1));
  std::vector<int> heard;
  {
    std::lock_guard<std::mutex> lock(mutex);
    heard = order;
  }
  EXPECT_EQ(heard, (std::vector<int>{1, 2, 3}));
  for (AuthStateListener* each : std::vector<AuthStateListener*>{&first, &second, &third, &last}) {
    test.auth->RemoveAuthStateListener(each);
  }
}

TEST(Listeners, HearOfASignInBeforeItsFutureIsComplete) {
  TestApp test;
  std::atomic<bool> heard(false);
  Doer first;
  test.auth->AddAuthStateListener(&first);
  ASSERT_TRUE(first.counter.WaitUntil(1));
  test.auth->RemoveAuthStateListener(&first);
  class Hearer : public AuthStateListener {
   public:
    explicit Hearer(std::atomic<bool>* heard) : heard_(heard) {}
    void OnAuthStateChanged(Auth* auth) override {
      if (auth->current_user().is_valid()) *heard_ = true;
    }

   private:
    std::atomic<bool>* heard_;
  } hearer(&heard);
  test.auth->AddAuthStateListener(&hearer);
  std::atomic<bool> was_heard(false);
  Counter done;
  test.auth->SignInAnonymously().OnCompletion([&](const firebase::FutureBase&) {
    was_heard = heard.load();
    done.Increase();
  });
  ASSERT_TRUE(done.WaitUntil(1));
  EXPECT_TRUE(was_heard);
  test.auth->RemoveAuthStateListener(&hearer);
}

TEST(Listeners, AreNotToldAfterTheyWereRemoved) {
  TestApp test;
  Doer removed, present;
  test.auth->AddAuthStateListener(&removed);
  test.auth->AddAuthStateListener(&present);
  ASSERT_TRUE(removed.counter.WaitUntil(1));
  ASSERT_TRUE(present.counter.WaitUntil(1));
  const int before = present.counter.value();
  test.auth->RemoveAuthStateListener(&removed);
  const int heard = removed.counter.value();
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  ASSERT_TRUE(present.counter.WaitUntil(before + 1));
  EXPECT_EQ(removed.counter.value(), heard);
  // A second removal does nothing.
  test.auth->RemoveAuthStateListener(&removed);
  test.auth->RemoveAuthStateListener(&present);
}

TEST(Listeners, AddedTwiceAreToldOnce) {
  TestApp test;
  StateJournal states(true), other(true);
  test.auth->AddAuthStateListener(&states);
  test.auth->AddAuthStateListener(&states);
  test.auth->AddAuthStateListener(&other);
  ASSERT_TRUE(states.WaitUntil(1));
  ASSERT_TRUE(other.WaitUntil(1));
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  ASSERT_TRUE(other.WaitUntil(2));
  int signed_in = 0;
  for (const std::string& line : states.lines()) signed_in += line == "Firebase";
  EXPECT_EQ(signed_in, 1);
  test.auth->RemoveAuthStateListener(&states);
  test.auth->RemoveAuthStateListener(&other);
  ASSERT_COMPLETES(test.auth->SignInWithCustomToken(("{\"uid\": \"" + Unique("u") + "\"}").c_str()),
                   kAuthErrorNone);
  EXPECT_LE(states.lines().size(), 3u);
}

TEST(Listeners, MayRemoveThemselvesAndAddOthersWhileTheyAreTold) {
  TestApp test;
  Doer added;
  std::unique_ptr<Doer> doer;
  doer.reset(new Doer([&](Auth* auth) {
    auth->RemoveAuthStateListener(doer.get());
    auth->AddAuthStateListener(&added);
  }));
  test.auth->AddAuthStateListener(doer.get());
  ASSERT_TRUE(doer->counter.WaitUntil(1));
  ASSERT_TRUE(added.counter.WaitUntil(1));
  const int before = added.counter.value();
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  ASSERT_TRUE(added.counter.WaitUntil(before + 1));
  EXPECT_EQ(doer->counter.value(), 1);
  test.auth->RemoveAuthStateListener(&added);
}

TEST(Listeners, MaySignOutWhileTheyAreTold) {
  TestApp test;
  Counter signed_in, signed_out;
  class Refuser : public AuthStateListener {
   public:
    Refuser(Counter* in, Counter* out) : in_(in), out_(out) {}
    void OnAuthStateChanged(Auth* auth) override {
      if (auth->current_user().is_valid()) {
        in_->Increase();
        auth->SignOut();
      } else if (in_->value() > 0) {
        out_->Increase();
      }
    }

   private:
    Counter* in_;
    Counter* out_;
  } refuser(&signed_in, &signed_out);
  test.auth->AddAuthStateListener(&refuser);
  auto future = test.auth->SignInAnonymously();
  WaitFor(future);
  ASSERT_TRUE(signed_in.WaitUntil(1));
  ASSERT_TRUE(signed_out.WaitUntil(1));
  EXPECT_FALSE(test.auth->current_user().is_valid());
  test.auth->RemoveAuthStateListener(&refuser);
}

TEST(Listeners, AreToldNothingTwiceWhenOneOfThemSignsOut) {
  TestApp test;
  class Refuser : public AuthStateListener {
   public:
    void OnAuthStateChanged(Auth* auth) override {
      if (auth->current_user().is_valid()) auth->SignOut();
    }
  } refuser;
  StateJournal after(true);
  test.auth->AddAuthStateListener(&refuser);
  test.auth->AddAuthStateListener(&after);
  ASSERT_TRUE(after.WaitUntil(1));
  auto future = test.auth->SignInAnonymously();
  WaitFor(future);
  // The user of the notification in between is already signed out again.
  test.auth->RemoveAuthStateListener(&refuser);
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  ASSERT_TRUE(after.WaitUntil(2));
  const std::vector<std::string> lines = after.lines();
  for (size_t index = 1; index < lines.size(); ++index) EXPECT_NE(lines[index], lines[index - 1]);
  EXPECT_EQ(lines.back(), "Firebase");
  test.auth->RemoveAuthStateListener(&after);
}

TEST(Listeners, MayEndBeforeTheAuthWithoutBeingRemoved) {
  TestApp test;
  {
    Doer gone;
    test.auth->AddAuthStateListener(&gone);
    ASSERT_TRUE(gone.counter.WaitUntil(1));
    TokenJournal also_gone;
    test.auth->AddIdTokenListener(&also_gone);
    ASSERT_TRUE(also_gone.WaitUntil(1));
  }
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  test.auth->SignOut();
}

TEST(Listeners, MayOutliveTheAuth) {
  Doer doer;
  StateJournal states;
  {
    TestApp test;
    test.auth->AddAuthStateListener(&doer);
    test.auth->AddAuthStateListener(&states);
    ASSERT_TRUE(doer.counter.WaitUntil(1));
  }
}

TEST(Listeners, MayBelongToSeveralAuths) {
  TestApp one, two;
  Doer doer;
  one.auth->AddAuthStateListener(&doer);
  two.auth->AddAuthStateListener(&doer);
  ASSERT_TRUE(doer.counter.WaitUntil(2));
  const int before = doer.counter.value();
  ASSERT_COMPLETES(one.auth->SignInAnonymously(), kAuthErrorNone);
  ASSERT_TRUE(doer.counter.WaitUntil(before + 1));
  ASSERT_COMPLETES(two.auth->SignInAnonymously(), kAuthErrorNone);
  ASSERT_TRUE(doer.counter.WaitUntil(before + 2));
  one.auth->RemoveAuthStateListener(&doer);
  two.auth->RemoveAuthStateListener(&doer);
}

}  // namespace
