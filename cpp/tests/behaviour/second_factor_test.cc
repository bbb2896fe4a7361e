// Tests second factors: text messages and authenticator apps.

#include "../support/phone_listener.h"
#include "../support/test_app.h"

namespace {

using namespace latchkey_test;   // NOLINT
using namespace firebase::auth;  // NOLINT
using firebase::Future;

MultiFactorSession Session(Auth* auth) {
  Future<MultiFactorSession> future = auth->current_user().multi_factor().GetSession();
  WaitFor(future);
  EXPECT_EQ(future.error(), kAuthErrorNone) << Describe(future);
  return future.error() == kAuthErrorNone ? *future.result() : MultiFactorSession();
}

// Enrols a new number.
std::string EnrollPhone(Auth* auth, const char* display_name) {
  PhoneAuthOptions options;
  options.phone_number = UniquePhoneNumber();
  options.multi_factor_session = Session(auth);
  EXPECT_TRUE(options.multi_factor_session.is_valid());
  const std::string id = SendCode(auth, options);
  const PhoneAuthCredential credential =
      PhoneAuthProvider::GetInstance(auth).GetCredential(id.c_str(), SmsCode(id).c_str());
  const MultiFactorAssertion assertion = PhoneMultiFactorGenerator::GetAssertion(credential);
  EXPECT_EQ(assertion.factor_id(), "phone");
  MultiFactor factors = auth->current_user().multi_factor();
  EXPECT_COMPLETES(factors.Enroll(assertion, display_name), kAuthErrorNone);
  EXPECT_EQ(factors.EnrollLastResult().error(), kAuthErrorNone);
  return options.phone_number;
}

// Enrols an authenticator app, and returns its secret.
std::string EnrollTotp(Auth* auth, const char* display_name) {
  Future<TotpSecret> made = TotpMultiFactorGenerator::GenerateSecret(Session(auth));
  WaitFor(made);
  EXPECT_EQ(made.error(), kAuthErrorNone) << Describe(made);
  if (made.error() != kAuthErrorNone) return "";
  const TotpSecret secret = *made.result();
  const std::string key = secret.shared_secret_key();
  const std::string url = secret.GenerateQrCodeUrl("ada@example.com", "My App");
  EXPECT_EQ(url.find("otpauth://totp/My%20App:ada%40example.com?secret=" + key), 0u) << url;
  EXPECT_EQ(secret.GenerateQrCodeUrl().find("otpauth://totp/"), 0u);
  EXPECT_COMPLETES(auth->current_user().multi_factor().Enroll(
                       TotpMultiFactorGenerator::GetAssertionForEnrollment(
                           secret, OneTimePassword(key, ServerTime()).c_str()),
                       display_name),
                   kAuthErrorNone);
  return key;
}

MultiFactorResolver FailedSignIn(Auth* auth, const std::string& email) {
  Future<AuthResult> future = auth->SignInWithEmailAndPassword(email.c_str(), kPassword);
  WaitFor(future);
  EXPECT_EQ(future.error(), kAuthErrorSecondFactorRequired) << Describe(future);
  EXPECT_FALSE(auth->current_user().is_valid());
  EXPECT_NE(future.result(), nullptr);
  return MultiFactorResolver::FromFuture(future);
}

TEST(SecondFactor, ATextMessageIsEnrolledAskedForAndWithdrawn) {
  TestApp test;
  const std::string email = SignInVerified(test.auth);
  const std::string number = EnrollPhone(test.auth, "work");
  std::vector<MultiFactorInfo> factors =
      test.auth->current_user().multi_factor().enrolled_factors();
  ASSERT_EQ(factors.size(), 1u);
  EXPECT_EQ(factors[0].display_name(), "work");
  EXPECT_EQ(factors[0].factor_id(), PhoneMultiFactorGenerator::kFactorId);
  EXPECT_NE(factors[0].uid(), "");
  EXPECT_NE(factors[0].enrollment_timestamp(), 0u);
  EXPECT_EQ(PhoneMultiFactorInfo(factors[0]).phone_number().substr(number.size() - 4),
            number.substr(number.size() - 4));
  test.auth->SignOut();

  MultiFactorResolver resolver = FailedSignIn(test.auth, email);
  ASSERT_TRUE(resolver.is_valid());
  EXPECT_EQ(resolver.auth(), test.auth);
  std::vector<MultiFactorInfo> hints = resolver.hints();
  ASSERT_EQ(hints.size(), 1u);
  EXPECT_EQ(hints[0].display_name(), "work");
  EXPECT_EQ(hints[0].uid(), factors[0].uid());
  PhoneAuthOptions options;
  options.multi_factor_hint = hints[0];
  options.multi_factor_session = resolver.session();
  const std::string id = SendCode(test.auth, options);
  PhoneAuthProvider& provider = PhoneAuthProvider::GetInstance(test.auth);
  const std::string wrong = SmsCode(id) == "000000" ? "111111" : "000000";
  EXPECT_COMPLETES(resolver.ResolveSignIn(PhoneMultiFactorGenerator::GetAssertion(
                       provider.GetCredential(id.c_str(), wrong.c_str()))),
                   kAuthErrorInvalidVerificationCode);
  EXPECT_FALSE(test.auth->current_user().is_valid());
  Future<AuthResult> resolved = resolver.ResolveSignIn(PhoneMultiFactorGenerator::GetAssertion(
      provider.GetCredential(id.c_str(), SmsCode(id).c_str())));
  ASSERT_COMPLETES(resolved, kAuthErrorNone);
  EXPECT_EQ(test.auth->current_user().email(), email);
  Future<std::string> token = test.auth->current_user().GetToken(false);
  ASSERT_COMPLETES(token, kAuthErrorNone);
  EXPECT_EQ(Claim(*token.result(), "firebase.sign_in_second_factor"), "phone");

  MultiFactor enrolled = test.auth->current_user().multi_factor();
  ASSERT_COMPLETES(enrolled.Unenroll(enrolled.enrolled_factors().at(0)), kAuthErrorNone);
  EXPECT_TRUE(enrolled.enrolled_factors().empty());
  EXPECT_EQ(enrolled.UnenrollLastResult().error(), kAuthErrorNone);
}

TEST(SecondFactor, AnAuthenticatorAppIsEnrolledAndAskedFor) {
  TestApp test;
  const std::string email = SignInVerified(test.auth);
  const std::string key = EnrollTotp(test.auth, "telephone");
  ASSERT_NE(key, "");
  test.auth->SignOut();
  MultiFactorResolver resolver = FailedSignIn(test.auth, email);
  ASSERT_EQ(resolver.hints().size(), 1u);
  const std::string factor = resolver.hints()[0].uid();
  EXPECT_EQ(resolver.hints()[0].factor_id(), TotpMultiFactorGenerator::kFactorId);
  EXPECT_FALSE(PhoneMultiFactorInfo(resolver.hints()[0]).is_valid());
  // A code is valid only once.
  AdvanceClock(30);
  Future<AuthResult> resolved =
      resolver.ResolveSignIn(TotpMultiFactorGenerator::GetAssertionForSignIn(
          factor.c_str(), OneTimePassword(key, ServerTime()).c_str()));
  ASSERT_COMPLETES(resolved, kAuthErrorNone);
  EXPECT_EQ(resolved.result()->user.email(), email);
  Future<std::string> token = test.auth->current_user().GetToken(false);
  ASSERT_COMPLETES(token, kAuthErrorNone);
  EXPECT_EQ(Claim(*token.result(), "firebase.sign_in_second_factor"), "totp");
  ASSERT_COMPLETES(test.auth->current_user().multi_factor().Unenroll(factor.c_str()),
                   kAuthErrorNone);
}

TEST(SecondFactor, OneOfSeveralIsChosen) {
  TestApp test;
  const std::string email = SignInVerified(test.auth);
  EnrollPhone(test.auth, nullptr);
  const std::string key = EnrollTotp(test.auth, "app");
  ASSERT_NE(key, "");
  EXPECT_EQ(test.auth->current_user().multi_factor().enrolled_factors().size(), 2u);
  test.auth->SignOut();
  // Uses the type of an older program, and a credential.
  Future<User*> future =
      test.auth->SignInWithCredential(EmailAuthProvider::GetCredential(email.c_str(), kPassword));
  ASSERT_COMPLETES(future, kAuthErrorSecondFactorRequired);
  EXPECT_EQ(*future.result(), nullptr);
  MultiFactorResolver resolver = MultiFactorResolver::FromFuture(future);
  std::string factor;
  for (const MultiFactorInfo& hint : resolver.hints()) {
    if (hint.display_name() == "app") factor = hint.uid();
  }
  ASSERT_NE(factor, "");
  AdvanceClock(30);
  Future<SignInResult> resolved =
      resolver.ResolveSignIn(TotpMultiFactorGenerator::GetAssertionForSignIn(
          factor.c_str(), OneTimePassword(key, ServerTime()).c_str()));
  ASSERT_COMPLETES(resolved, kAuthErrorNone);
  EXPECT_EQ(resolved.result()->user->email(), email);
}

TEST(SecondFactor, IsAskedForAtAReauthentication) {
  TestApp test;
  const std::string email = SignInVerified(test.auth);
  const std::string key = EnrollTotp(test.auth, "app");
  User user = test.auth->current_user();
  const std::string uid = user.uid();
  Future<void> future =
      user.Reauthenticate(EmailAuthProvider::GetCredential(email.c_str(), kPassword));
  ASSERT_COMPLETES(future, kAuthErrorSecondFactorRequired);
  EXPECT_EQ(user.uid(), uid);
  MultiFactorResolver resolver = MultiFactorResolver::FromFuture(future);
  ASSERT_TRUE(resolver.is_valid());
  AdvanceClock(30);
  ASSERT_COMPLETES(
      resolver.ResolveSignIn(TotpMultiFactorGenerator::GetAssertionForSignIn(
          resolver.hints().at(0).uid().c_str(), OneTimePassword(key, ServerTime()).c_str())),
      kAuthErrorNone);
  EXPECT_EQ(user.uid(), uid);
}

TEST(SecondFactor, AResolverOutlivesItsFutureAndItsAuth) {
  MultiFactorResolver resolver;
  EXPECT_FALSE(resolver.is_valid());
  EXPECT_EQ(resolver.auth(), nullptr);
  {
    TestApp test;
    const std::string email = SignInVerified(test.auth);
    EnrollPhone(test.auth, "work");
    test.auth->SignOut();
    resolver = FailedSignIn(test.auth, email);
    EXPECT_TRUE(resolver.is_valid());
  }
  EXPECT_EQ(resolver.auth(), nullptr);
  const MultiFactorResolver copy = resolver;
  resolver.hints();
  EXPECT_FAILS(resolver.ResolveSignIn(
      TotpMultiFactorGenerator::GetAssertionForSignIn("no factor", "123456")));
}

TEST(SecondFactor, WantsAVerifiedAddress) {
  TestApp test;
  ASSERT_COMPLETES(test.auth->CreateUserWithEmailAndPassword(UniqueEmail().c_str(), kPassword),
                   kAuthErrorNone);
  const MultiFactorSession session = Session(test.auth);
  Future<TotpSecret> secret = TotpMultiFactorGenerator::GenerateSecret(session);
  EXPECT_COMPLETES(secret, kAuthErrorUnverifiedEmail);
}

TEST(SecondFactor, WhatIsMissingIsSaid) {
  TestApp test;
  MultiFactor nobodys = test.auth->current_user().multi_factor();
  EXPECT_TRUE(nobodys.enrolled_factors().empty());
  EXPECT_COMPLETES(nobodys.GetSession(), kAuthErrorNoSignedInUser);
  EXPECT_COMPLETES(nobodys.Unenroll("id"), kAuthErrorNoSignedInUser);
  EXPECT_FAILS(MultiFactor().GetSession());
  EXPECT_TRUE(MultiFactor().enrolled_factors().empty());
  EXPECT_FAILS(TotpMultiFactorGenerator::GenerateSecret(MultiFactorSession()));
  EXPECT_FALSE(PhoneMultiFactorGenerator::GetAssertion(Credential()).is_valid());
  EXPECT_FALSE(PhoneMultiFactorGenerator::GetAssertion(EmailAuthProvider::GetCredential("a", "b"))
                   .is_valid());
  EXPECT_FALSE(TotpMultiFactorGenerator::GetAssertionForSignIn(nullptr, "123456").is_valid());
  EXPECT_FALSE(TotpMultiFactorGenerator::GetAssertionForSignIn("id", nullptr).is_valid());
  EXPECT_FALSE(
      TotpMultiFactorGenerator::GetAssertionForEnrollment(TotpSecret(), "123456").is_valid());
  EXPECT_EQ(TotpSecret().GenerateQrCodeUrl(), "");
  EXPECT_FALSE(MultiFactorResolver::FromFuture(test.auth->SignInAnonymously()).is_valid());
  EXPECT_FALSE(MultiFactorResolver::FromFuture(Future<User>()).is_valid());
  EXPECT_FAILS(MultiFactorResolver().ResolveSignIn(MultiFactorAssertion()));

  const std::string email = SignInVerified(test.auth);
  MultiFactor factors = test.auth->current_user().multi_factor();
  EXPECT_FAILS(factors.Enroll(MultiFactorAssertion(), "name"));
  EXPECT_COMPLETES(factors.Unenroll("no such factor"), kAuthErrorMultiFactorInfoNotFound);
  EXPECT_FAILS(factors.Unenroll(static_cast<const char*>(nullptr)));
  EXPECT_FAILS(factors.Unenroll(MultiFactorInfo()));
}

TEST(SecondFactor, ANumberIsEnrolledOnce) {
  TestApp test;
  SignInVerified(test.auth);
  const std::string number = EnrollPhone(test.auth, "work");
  PhoneAuthOptions options;
  options.phone_number = number;
  options.multi_factor_session = Session(test.auth);
  PhoneListener listener;
  PhoneAuthProvider::GetInstance(test.auth).VerifyPhoneNumber(options, &listener);
  ASSERT_TRUE(listener.WaitUntilDone());
  if (listener.error().empty()) {
    const std::string id = listener.verification_id();
    const PhoneAuthCredential credential =
        PhoneAuthProvider::GetInstance(test.auth).GetCredential(id.c_str(), SmsCode(id).c_str());
    EXPECT_COMPLETES(test.auth->current_user().multi_factor().Enroll(
                         PhoneMultiFactorGenerator::GetAssertion(credential), "again"),
                     kAuthErrorSecondFactorAlreadyEnrolled);
  }
  EXPECT_EQ(test.auth->current_user().multi_factor().enrolled_factors().size(), 1u);
}

}  // namespace
