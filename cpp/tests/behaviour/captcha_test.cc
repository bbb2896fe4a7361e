// If a project requires proofs of work, the SDK computes them without any code in the program.

#include "../support/test_app.h"

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
  TestApp test;
};

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

}  // namespace
