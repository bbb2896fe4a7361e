// Tests telephone numbers. The tests read the codes from the development server.

#include "../support/phone_listener.h"
#include "../support/test_app.h"

namespace {

using namespace latchkey_test;   // NOLINT
using namespace firebase::auth;  // NOLINT
using firebase::Future;

TEST(Phone, SignsInWithTheCodeThatWasSent) {
  TestApp test;
  PhoneAuthProvider& provider = PhoneAuthProvider::GetInstance(test.auth);
  EXPECT_EQ(&PhoneAuthProvider::GetInstance(test.auth), &provider);
  const std::string number = UniquePhoneNumber();
  const std::string id = SendCode(test.auth, number);
  ASSERT_NE(id, "");
  const PhoneAuthCredential credential = provider.GetCredential(id.c_str(), SmsCode(id).c_str());
  EXPECT_EQ(credential.sms_code(), SmsCode(id));
  Future<User> signed_in = test.auth->SignInWithCredential(credential);
  ASSERT_COMPLETES(signed_in, kAuthErrorNone);
  EXPECT_EQ(signed_in.result()->phone_number(), number);
  EXPECT_EQ(ProviderIds(*signed_in.result()), std::vector<std::string>{"phone"});
  const std::string uid = signed_in.result()->uid();

  test.auth->SignOut();
  const std::string again = SendCode(test.auth, number);
  ASSERT_COMPLETES(test.auth->SignInWithCredential(
                       provider.GetCredential(again.c_str(), SmsCode(again).c_str())),
                   kAuthErrorNone);
  EXPECT_EQ(test.auth->current_user().uid(), uid);
}

TEST(Phone, TestNumbersHaveTheirCodesWithoutAMessage) {
  ChangeProject(
      "{\"signIn\": {\"phoneNumber\": {\"enabled\": true, "
      "\"testPhoneNumbers\": {\"+12345556780\": "
      "\"123456\","
      " \"+12345556781\": \"123456\"}}}}",
      "signIn.phoneNumber");
  TestApp test;
  PhoneAuthProvider& provider = PhoneAuthProvider::GetInstance(test.auth);
  for (const char* number : {"+12345556780", "+12345556781"}) {
    const std::string id = SendCode(test.auth, number);
    ASSERT_NE(id, "");
    ASSERT_COMPLETES(test.auth->SignInWithCredential(provider.GetCredential(id.c_str(), "123456")),
                     kAuthErrorNone);
    EXPECT_EQ(test.auth->current_user().phone_number(), number);
    test.auth->SignOut();
  }
}

TEST(Phone, TheOlderCallDoesTheSame) {
  TestApp test;
  PhoneAuthProvider& provider = PhoneAuthProvider::GetInstance(test.auth);
  PhoneListener listener;
  provider.VerifyPhoneNumber(UniquePhoneNumber().c_str(), 30000, nullptr, &listener);
  ASSERT_TRUE(listener.WaitUntilDone());
  ASSERT_EQ(listener.error(), "");
  const Credential credential = provider.GetCredential(listener.verification_id().c_str(),
                                                       SmsCode(listener.verification_id()).c_str());
  EXPECT_COMPLETES(test.auth->SignInWithCredential(credential), kAuthErrorNone);
}

TEST(Phone, NoCodeIsReadByItselfAfterItWasSent) {
  TestApp test;
  PhoneAuthProvider& provider = PhoneAuthProvider::GetInstance(test.auth);
  PhoneListener listener;
  PhoneAuthOptions options;
  options.phone_number = UniquePhoneNumber();
  provider.VerifyPhoneNumber(options, &listener);
  ASSERT_TRUE(listener.WaitUntilTimeOut());
  EXPECT_EQ(listener.calls_at_time_out(), 1);
  EXPECT_NE(listener.timed_out_id(), "");
  EXPECT_EQ(listener.timed_out_id(), listener.verification_id());

  PhoneListener failing;
  options.phone_number = "no number";
  provider.VerifyPhoneNumber(options, &failing);
  ASSERT_TRUE(failing.WaitUntilDone());
  EXPECT_NE(failing.error(), "");
  EXPECT_EQ(failing.time_outs(), 0);
}

TEST(Phone, AListenerMayGoWhenTheCodeWasSent) {
  class Going : public PhoneAuthProvider::Listener {
   public:
    explicit Going(Counter* counter) : counter_(counter) {}
    ~Going() override { StopListening(); }
    void OnVerificationCompleted(PhoneAuthCredential) override {}
    void OnVerificationFailed(const std::string&) override { counter_->Increase(); }
    void OnCodeSent(const std::string&, const PhoneAuthProvider::ForceResendingToken&) override {
      Counter* counter = counter_;
      delete this;
      counter->Increase();
    }
    void OnCodeAutoRetrievalTimeOut(const std::string&) override { counter_->Increase(); }

   private:
    Counter* counter_;
  };
  TestApp test;
  Counter counter;
  PhoneAuthOptions options;
  options.phone_number = UniquePhoneNumber();
  PhoneAuthProvider::GetInstance(test.auth).VerifyPhoneNumber(options, new Going(&counter));
  ASSERT_TRUE(counter.WaitUntil(1));
  // Sends another code: the listener for the first code has already received all its calls.
  EXPECT_NE(SendCode(test.auth, UniquePhoneNumber()), "");
  EXPECT_EQ(counter.value(), 1);
}

TEST(Phone, ACodeCanBeSentAgain) {
  TestApp test;
  PhoneAuthProvider& provider = PhoneAuthProvider::GetInstance(test.auth);
  PhoneListener first, second;
  PhoneAuthOptions options;
  options.phone_number = UniquePhoneNumber();
  provider.VerifyPhoneNumber(options, &first);
  ASSERT_TRUE(first.WaitUntilDone());
  PhoneAuthProvider::ForceResendingToken token = first.token();
  EXPECT_TRUE(token == first.token());
  EXPECT_TRUE(token != PhoneAuthProvider::ForceResendingToken());
  options.force_resending_token = &token;
  provider.VerifyPhoneNumber(options, &second);
  ASSERT_TRUE(second.WaitUntilDone());
  ASSERT_EQ(second.error(), "");
  EXPECT_TRUE(second.token() != token);
  const std::string id = second.verification_id();
  EXPECT_COMPLETES(
      test.auth->SignInWithCredential(provider.GetCredential(id.c_str(), SmsCode(id).c_str())),
      kAuthErrorNone);
}

TEST(Phone, SaysWhatIsWrong) {
  TestApp test;
  PhoneAuthProvider& provider = PhoneAuthProvider::GetInstance(test.auth);
  for (const char* number : {"", "no number", "+1"}) {
    PhoneListener listener;
    PhoneAuthOptions options;
    options.phone_number = number;
    provider.VerifyPhoneNumber(options, &listener);
    ASSERT_TRUE(listener.WaitUntilDone());
    EXPECT_NE(listener.error(), "") << number;
    EXPECT_EQ(listener.verification_id(), "");
    EXPECT_EQ(listener.calls(), 1);
  }
  const std::string id = SendCode(test.auth, UniquePhoneNumber());
  const std::string wrong = SmsCode(id) == "000000" ? "111111" : "000000";
  EXPECT_COMPLETES(
      test.auth->SignInWithCredential(provider.GetCredential(id.c_str(), wrong.c_str())),
      kAuthErrorInvalidVerificationCode);
  EXPECT_COMPLETES(test.auth->SignInWithCredential(provider.GetCredential("no id", "123456")),
                   kAuthErrorInvalidVerificationId);
  EXPECT_FALSE(test.auth->current_user().is_valid());
  EXPECT_COMPLETES(
      test.auth->SignInWithCredential(provider.GetCredential(id.c_str(), SmsCode(id).c_str())),
      kAuthErrorNone);
}

TEST(Phone, IsLinkedChangedAndUnlinked) {
  TestApp test;
  PhoneAuthProvider& provider = PhoneAuthProvider::GetInstance(test.auth);
  SignInVerified(test.auth);
  User user = test.auth->current_user();
  auto proved = [&](const std::string& number) {
    const std::string id = SendCode(test.auth, number);
    return provider.GetCredential(id.c_str(), SmsCode(id).c_str());
  };
  const std::string first = UniquePhoneNumber();
  ASSERT_COMPLETES(user.LinkWithCredential(proved(first)), kAuthErrorNone);
  EXPECT_EQ(user.phone_number(), first);
  const std::string second = UniquePhoneNumber();
  Future<User> changed = user.UpdatePhoneNumberCredential(proved(second));
  ASSERT_COMPLETES(changed, kAuthErrorNone);
  EXPECT_EQ(changed.result()->phone_number(), second);
  EXPECT_EQ(user.phone_number(), second);
  EXPECT_EQ(user.UpdatePhoneNumberCredentialLastResult().error(), kAuthErrorNone);
  ASSERT_COMPLETES(user.Unlink("phone"), kAuthErrorNone);
  EXPECT_EQ(user.phone_number(), "");
}

TEST(Phone, AListenerMayGoBeforeItIsTold) {
  TestApp test;
  PhoneAuthProvider& provider = PhoneAuthProvider::GetInstance(test.auth);
  for (int round = 0; round < 20; ++round) {
    PhoneListener listener;
    PhoneAuthOptions options;
    options.phone_number = "no number";
    provider.VerifyPhoneNumber(options, &listener);
    if (round % 2 == 0) listener.WaitUntilDone();
  }
  PhoneAuthOptions options;
  options.phone_number = UniquePhoneNumber();
  provider.VerifyPhoneNumber(options, nullptr);
  const std::string id = SendCode(test.auth, UniquePhoneNumber());
  EXPECT_NE(id, "");
}

void ExpectNothingIsSent(PhoneAuthProvider& provider) {
  PhoneListener listener;
  PhoneAuthOptions options;
  options.phone_number = UniquePhoneNumber();
  provider.VerifyPhoneNumber(options, &listener);
  ASSERT_TRUE(listener.WaitUntilDone());
  EXPECT_NE(listener.error(), "");
  EXPECT_EQ(listener.verification_id(), "");
}

TEST(Phone, AProviderOfNoAuthFails) {
  ExpectNothingIsSent(PhoneAuthProvider::GetInstance(nullptr));
}

TEST(Phone, AProviderWhoseAuthIsGoneFails) {
  PhoneAuthProvider* provider = nullptr;
  {
    TestApp test;
    provider = &PhoneAuthProvider::GetInstance(test.auth);
  }
  ExpectNothingIsSent(*provider);
}

}  // namespace
