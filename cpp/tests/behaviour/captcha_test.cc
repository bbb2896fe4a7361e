// If a project requires proofs of work, the SDK computes them without any code in the program. For
// other services, the program supplies the tokens.

#include <future>
#include <memory>
#include <thread>

#include "../support/test_app.h"
#include "firebase/auth/captcha.h"

namespace {

using namespace latchkey_test;   // NOLINT
using namespace firebase::auth;  // NOLINT
using firebase::Future;

class CaptchaTest : public ::testing::Test {
 protected:
  void TearDown() override {
    ChangeCaptcha(
        "{\"provider\": \"PROOF_OF_WORK\", \"signUp\": \"OFF\", \"passwordSignIn\": \"OFF\", "
        "\"passwordReset\": \"OFF\"}",
        "provider,signUp,passwordSignIn,passwordReset");
  }

  void RequireTurnstile() {
    ChangeCaptcha(
        "{\"provider\": \"TURNSTILE\", \"siteKey\": \"lab-site\", "
        "\"secret\": \"lab-captcha-secret\", \"verifyUrl\": \"" +
            LabCaptchaAddress("turnstile") + "\", \"signUp\": \"ENFORCE\"}",
        "provider,siteKey,secret,verifyUrl,signUp");
  }
  Future<AuthResult> SignUp() {
    return test.auth->CreateUserWithEmailAndPassword(UniqueEmail().c_str(), kPassword);
  }
  // Lets the program answer each request with a token.
  void AnswerWith(const std::string& token) {
    SetCaptchaTokenProvider(
        test.auth, [token](const CaptchaTokenRequest& request) { request.Answer(token); });
  }
  // Lets the program keep the first request, without an answer.
  void KeepRequest() {
    SetCaptchaTokenProvider(
        test.auth, [this](const CaptchaTokenRequest& request) { shown.set_value(request); });
  }

  std::promise<CaptchaTokenRequest> shown;
  TestApp test;
};

std::string TokenFor(const CaptchaTokenRequest& request) {
  return LabCaptcha("{\"service\": \"" + request.provider() + "\", \"action\": \"" +
                    request.action() + "\", \"data\": \"" + request.data() +
                    "\", \"siteKey\": \"" + request.site_key() + "\"}");
}

TEST_F(CaptchaTest, ProofsOfWorkAreBrought) {
  ChangeCaptcha(
      "{\"signUp\": \"ENFORCE\", \"passwordSignIn\": \"ENFORCE\", \"passwordReset\": \"ENFORCE\", "
      "\"workBits\": 10}",
      "signUp,passwordSignIn,passwordReset,workBits");
  const std::string email = UniqueEmail();
  ASSERT_COMPLETES(test.auth->CreateUserWithEmailAndPassword(email.c_str(), kPassword),
                   kAuthErrorNone);
  // The second request already contains a proof.
  for (int i = 0; i < 2; i++) {
    test.auth->SignOut();
    ASSERT_COMPLETES(test.auth->SignInWithEmailAndPassword(email.c_str(), kPassword),
                     kAuthErrorNone);
  }
  EXPECT_COMPLETES(test.auth->SendPasswordResetEmail(email.c_str()), kAuthErrorNone);
}

TEST_F(CaptchaTest, TheConfigurationIsAskedFor) {
  ChangeCaptcha("{\"signUp\": \"AUDIT\", \"workBits\": 10}", "signUp,workBits");
  ASSERT_COMPLETES(test.auth->InitializeRecaptchaConfig(), kAuthErrorNone);
  EXPECT_EQ(test.auth->InitializeRecaptchaConfigLastResult().error(), kAuthErrorNone);
  EXPECT_COMPLETES(test.auth->CreateUserWithEmailAndPassword(UniqueEmail().c_str(), kPassword),
                   kAuthErrorNone);
}

TEST_F(CaptchaTest, OtherServicesNeedWhatAProgramHasNot) {
  ChangeCaptcha(
      "{\"provider\": \"TURNSTILE\", \"siteKey\": \"lab-site\", "
      "\"secret\": \"lab-captcha-secret\", \"signUp\": \"ENFORCE\"}",
      "provider,siteKey,secret,signUp");
  EXPECT_COMPLETES(test.auth->CreateUserWithEmailAndPassword(UniqueEmail().c_str(), kPassword),
                   kAuthErrorCaptchaCheckFailed);
}

TEST_F(CaptchaTest, AProgramSuppliesTokensOfOtherServices) {
  RequireTurnstile();
  Counter calls;
  SetCaptchaTokenProvider(test.auth, [&calls](const CaptchaTokenRequest& request) {
    EXPECT_EQ(request.provider(), "turnstile");
    EXPECT_EQ(request.action(), "sign-up");
    EXPECT_EQ(request.site_key(), "lab-site");
    EXPECT_EQ(request.data(), "example");
    EXPECT_TRUE(request.Answer(TokenFor(request)));
    EXPECT_FALSE(request.Answer("another"));
    EXPECT_FALSE(request.Fail("another"));
    EXPECT_FALSE(request.Cancel());
    calls.Increase();
  });
  EXPECT_COMPLETES(SignUp(), kAuthErrorNone);
  EXPECT_COMPLETES(SignUp(), kAuthErrorNone);
  EXPECT_EQ(calls.value(), 2);
}

TEST_F(CaptchaTest, ATokenMayComeLaterFromAnotherThread) {
  RequireTurnstile();
  KeepRequest();
  Future<AuthResult> sign_up = SignUp();
  CaptchaTokenRequest request = shown.get_future().get();
  EXPECT_EQ(sign_up.status(), firebase::kFutureStatusPending);
  std::thread([request] { EXPECT_TRUE(request.Answer(TokenFor(request))); }).join();
  EXPECT_COMPLETES(sign_up, kAuthErrorNone);
}

TEST_F(CaptchaTest, AnUnusableTokenFailsTheOperation) {
  RequireTurnstile();
  for (const std::string& token :
       {std::string(), std::string(8193, 'a'), std::string("made-up")}) {
    AnswerWith(token);
    EXPECT_COMPLETES(SignUp(), kAuthErrorCaptchaCheckFailed);
  }
}

TEST_F(CaptchaTest, AProgramMayHaveNoToken) {
  RequireTurnstile();
  SetCaptchaTokenProvider(
      test.auth, [](const CaptchaTokenRequest& request) { request.Fail("The widget is broken."); });
  Future<AuthResult> failed = SignUp();
  EXPECT_COMPLETES(failed, kAuthErrorCaptchaCheckFailed);
  EXPECT_EQ(GetAuthErrorDetails(failed).message, "The widget is broken.");
  SetCaptchaTokenProvider(test.auth,
                          [](const CaptchaTokenRequest& request) { request.Cancel(); });
  EXPECT_COMPLETES(SignUp(), kAuthErrorWebContextCancelled);
  // It forgets to answer.
  SetCaptchaTokenProvider(test.auth, [](const CaptchaTokenRequest&) {});
  EXPECT_COMPLETES(SignUp(), kAuthErrorCaptchaCheckFailed);
}

TEST_F(CaptchaTest, ARemovedFunctionIsNotCalled) {
  RequireTurnstile();
  KeepRequest();
  Future<AuthResult> pending = SignUp();
  CaptchaTokenRequest request = shown.get_future().get();
  SetCaptchaTokenProvider(test.auth, CaptchaTokenProvider());
  EXPECT_COMPLETES(pending, kAuthErrorWebContextCancelled);
  EXPECT_FALSE(request.Answer("late"));
  Future<AuthResult> without = SignUp();
  EXPECT_COMPLETES(without, kAuthErrorCaptchaCheckFailed);
  EXPECT_EQ(GetAuthErrorDetails(without).code, 17208);
  SetCaptchaTokenProvider(nullptr, CaptchaTokenProvider());
  EXPECT_FALSE(CaptchaTokenRequest().Answer("token"));
}

TEST_F(CaptchaTest, ADeletedAuthAsksForNothing) {
  RequireTurnstile();
  KeepRequest();
  Future<AuthResult> pending = SignUp();
  CaptchaTokenRequest request = shown.get_future().get();
  test.DeleteAuth();
  EXPECT_EQ(pending.status(), firebase::kFutureStatusInvalid);
  EXPECT_FALSE(request.Answer("late"));
}

TEST_F(CaptchaTest, AFunctionMayDeleteTheAuth) {
  RequireTurnstile();
  auto calls = std::make_shared<Counter>();
  std::promise<void> begun;
  std::shared_future<void> has_begun = begun.get_future().share();
  SetCaptchaTokenProvider(test.auth, [this, calls, has_begun](const CaptchaTokenRequest&) {
    has_begun.wait();
    // The deletion removes this function, which its caller keeps until it returns.
    test.DeleteAuth();
    calls->Increase();
  });
  Future<AuthResult> pending = SignUp();
  begun.set_value();
  EXPECT_TRUE(calls->WaitUntil(1));
  EXPECT_EQ(pending.status(), firebase::kFutureStatusInvalid);
}

}  // namespace
