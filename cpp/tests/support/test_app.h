// Declarations that the tests of the SDK share.
#ifndef LATCHKEY_TESTS_SUPPORT_TEST_APP_H_
#define LATCHKEY_TESTS_SUPPORT_TEST_APP_H_

#include <gtest/gtest.h>

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "firebase/app.h"
#include "firebase/auth.h"
#include "firebase/future.h"
#include "server.h"

namespace latchkey_test {

// A new app and its Auth, which use the development server.
class TestApp {
 public:
  TestApp() : TestApp(Unique("app-")) {}
  explicit TestApp(const std::string& name);
  // Deletes the objects that still exist.
  ~TestApp();

  TestApp(const TestApp&) = delete;
  TestApp& operator=(const TestApp&) = delete;

  // Deletes the Auth or the app early.
  void DeleteAuth();
  void DeleteApp();

  firebase::App* app;
  firebase::auth::Auth* auth;
};

firebase::AppOptions Options();

// Waits until a future is complete, or half a minute has passed.
void WaitFor(const firebase::FutureBase& future);

// Returns error and message, for people.
std::string Describe(const firebase::FutureBase& future);

// Implement the macros below.
::testing::AssertionResult Completes(const char* expression, const char* expected,
                                     const firebase::FutureBase& future, int error);
::testing::AssertionResult Fails(const char* expression, const firebase::FutureBase& future);

// A counter that threads increase and for which a test can wait.
class Counter {
 public:
  void Increase();
  int value() const;
  // Returns false if the counter does not reach the value within half a minute.
  bool WaitUntil(int value) const;

 private:
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  int value_ = 0;
};

// Signs in a new user with a verified address, and returns the address. The password is kPassword.
std::string SignInVerified(firebase::auth::Auth* auth);

extern const char kPassword[];

// Returns an unused credential of the lab's provider, for a person that no other test uses.
firebase::auth::Credential GitHubCredential(const std::string& number);
firebase::auth::Credential TwitterCredential(const std::string& number);
firebase::auth::Credential AppleCredential(const std::string& sub, const std::string& email = "");
firebase::auth::Credential FacebookCredential(const std::string& person_options);
std::string UniqueNumber();

std::vector<std::string> ProviderIds(const firebase::auth::User& user);

}  // namespace latchkey_test

// Waits for a future, and checks its error.
#define ASSERT_COMPLETES(future, expected_error) \
  ASSERT_PRED_FORMAT2(latchkey_test::Completes, future, expected_error)
#define EXPECT_COMPLETES(future, expected_error) \
  EXPECT_PRED_FORMAT2(latchkey_test::Completes, future, expected_error)

// Waits for a future, and checks that it has an error with a message.
#define EXPECT_FAILS(future) EXPECT_PRED_FORMAT1(latchkey_test::Fails, future)

#endif  // LATCHKEY_TESTS_SUPPORT_TEST_APP_H_
