// The server's refusals, with the error numbers that programs use.

#include "../support/phone_listener.h"
#include "../support/test_app.h"

namespace {

using namespace latchkey_test;   // NOLINT
using namespace firebase::auth;  // NOLINT
using firebase::Future;

class ErrorTest : public ::testing::Test {
 protected:
  Future<AuthResult> SignIn(const std::string& email, const char* password = kPassword) {
    return test.auth->SignInWithEmailAndPassword(email.c_str(), password);
  }
  TestApp test;
};

TEST_F(ErrorTest, OfCustomTokens) {
  EXPECT_COMPLETES(test.auth->SignInWithCustomToken("{"), kAuthErrorInvalidCustomToken);
  EXPECT_COMPLETES(test.auth->SignInWithCustomToken(""), kAuthErrorInvalidCustomToken);
}

TEST_F(ErrorTest, OfADisabledUser) {
  const std::string email = SignInVerified(test.auth);
  User user = test.auth->current_user();
  ChangeAccount(user.uid(), "{\"disableUser\": true}");
  EXPECT_COMPLETES(user.GetToken(true), kAuthErrorUserDisabled);
  test.auth->SignOut();
  EXPECT_COMPLETES(SignIn(email), kAuthErrorUserDisabled);
}

TEST_F(ErrorTest, OfAnEndedSession) {
  SignInVerified(test.auth);
  User user = test.auth->current_user();
  AdvanceClock(2);
  ChangeAccount(user.uid(), "{\"validSince\": \"" + std::to_string(ServerTime()) + "\"}");
  EXPECT_COMPLETES(user.GetToken(true), kAuthErrorUserTokenExpired);
}

TEST_F(ErrorTest, OfADeletedUser) {
  SignInVerified(test.auth);
  User user = test.auth->current_user();
  DeleteAccount(user.uid());
  Future<void> reload = user.Reload();
  WaitFor(reload);
  EXPECT_TRUE(reload.error() == kAuthErrorUserNotFound ||
              reload.error() == kAuthErrorInvalidUserToken ||
              reload.error() == kAuthErrorUserTokenExpired)
      << Describe(reload);
}

TEST_F(ErrorTest, OfProvidersThatAreSwitchedOff) {
  const Credential credential = GitHubCredential(UniqueNumber());
  EnableProvider("github.com", false);
  Future<User> refused = test.auth->SignInWithCredential(credential);
  WaitFor(refused);
  EnableProvider("github.com", true);
  EXPECT_COMPLETES(refused, kAuthErrorOperationNotAllowed);
  ChangeProject("{\"signIn\": {\"anonymous\": {\"enabled\": false}}}", "signIn.anonymous.enabled");
  Future<AuthResult> anonymous = test.auth->SignInAnonymously();
  WaitFor(anonymous);
  ChangeProject("{\"signIn\": {\"anonymous\": {\"enabled\": true}}}", "signIn.anonymous.enabled");
  EXPECT_TRUE(anonymous.error() == kAuthErrorOperationNotAllowed ||
              anonymous.error() == kAuthErrorAdminRestrictedOperation)
      << Describe(anonymous);
}

TEST_F(ErrorTest, OfProvidersThatTheServerDoesNotHave) {
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  User user = test.auth->current_user();
  const std::string uid = user.uid();
  // This provider has a class, so it exists. An invented name does not prove that a provider
  // exists.
  const Credential twitter = TwitterAuthProvider::GetCredential("no token", "no secret");
  const Credential unknown = OAuthProvider::GetCredential("made.up", "no token", "no token");
  EXPECT_COMPLETES(test.auth->SignInWithCredential(twitter), kAuthErrorInvalidCredential);
  EXPECT_COMPLETES(test.auth->SignInAndRetrieveDataWithCredential(twitter),
                   kAuthErrorInvalidCredential);
  EXPECT_COMPLETES(user.LinkWithCredential(twitter), kAuthErrorInvalidCredential);
  EXPECT_COMPLETES(user.Reauthenticate(twitter), kAuthErrorInvalidCredential);
  EXPECT_COMPLETES(test.auth->SignInWithCredential(unknown), kAuthErrorFailure);
  EXPECT_EQ(test.auth->current_user().uid(), uid);
}

TEST_F(ErrorTest, OfWhatAdministratorsAloneMayDo) {
  ChangeProject("{\"client\": {\"permissions\": {\"disabledUserSignup\": true}}}",
                "client.permissions.disabledUserSignup");
  Future<AuthResult> made =
      test.auth->CreateUserWithEmailAndPassword(UniqueEmail().c_str(), kPassword);
  WaitFor(made);
  ChangeProject("{\"client\": {\"permissions\": {\"disabledUserSignup\": false}}}",
                "client.permissions.disabledUserSignup");
  EXPECT_COMPLETES(made, kAuthErrorAdminRestrictedOperation);
}

TEST_F(ErrorTest, OfAProjectThatHidesWhoIsRegistered) {
  const std::string email = SignInVerified(test.auth);
  test.auth->SignOut();
  ChangeProject("{\"emailPrivacyConfig\": {\"enableImprovedEmailPrivacy\": true}}",
                "emailPrivacyConfig.enableImprovedEmailPrivacy");
  Future<AuthResult> wrong = SignIn(email, "wrong password");
  WaitFor(wrong);
  Future<AuthResult> unknown = SignIn(UniqueEmail());
  WaitFor(unknown);
  Future<void> reset = test.auth->SendPasswordResetEmail(UniqueEmail().c_str());
  WaitFor(reset);
  ChangeProject("{\"emailPrivacyConfig\": {\"enableImprovedEmailPrivacy\": false}}",
                "emailPrivacyConfig.enableImprovedEmailPrivacy");
  EXPECT_COMPLETES(wrong, kAuthErrorInvalidCredential);
  EXPECT_COMPLETES(unknown, kAuthErrorInvalidCredential);
  EXPECT_COMPLETES(reset, kAuthErrorNone);
}

TEST_F(ErrorTest, OfTooManyAttempts) {
  PhoneAuthProvider& provider = PhoneAuthProvider::GetInstance(test.auth);
  const std::string id = SendCode(test.auth, UniquePhoneNumber());
  const std::string wrong = SmsCode(id) == "000000" ? "111111" : "000000";
  int error = kAuthErrorInvalidVerificationCode;
  for (int attempt = 0; attempt < 50 && error == kAuthErrorInvalidVerificationCode; ++attempt) {
    Future<User> future =
        test.auth->SignInWithCredential(provider.GetCredential(id.c_str(), wrong.c_str()));
    WaitFor(future);
    error = future.error();
  }
  EXPECT_EQ(error, kAuthErrorTooManyRequests);
}

TEST_F(ErrorTest, OfAServerThatIsNotThere) {
  firebase::App* app = firebase::App::Create(Options(), Unique("app-").c_str());
  Auth* auth = Auth::GetAuth(app);
  ASSERT_NE(auth, nullptr);
  auth->UseEmulator("127.0.0.1", 1);
  EXPECT_COMPLETES(auth->SignInAnonymously(), kAuthErrorNetworkRequestFailed);
  EXPECT_FALSE(auth->current_user().is_valid());
  delete auth;
  delete app;
}

TEST_F(ErrorTest, OfPhoneNumbersAndCodes) {
  PhoneAuthProvider& provider = PhoneAuthProvider::GetInstance(test.auth);
  const std::string id = SendCode(test.auth, UniquePhoneNumber());
  const std::string code = SmsCode(id);
  EXPECT_COMPLETES(test.auth->SignInWithCredential(provider.GetCredential(id.c_str(), "")),
                   kAuthErrorMissingVerificationCode);
  EXPECT_COMPLETES(test.auth->SignInWithCredential(provider.GetCredential("", code.c_str())),
                   kAuthErrorMissingVerificationId);
  EXPECT_COMPLETES(test.auth->SignInWithCredential(provider.GetCredential("x", code.c_str())),
                   kAuthErrorInvalidVerificationId);
  AdvanceClock(1200);
  EXPECT_COMPLETES(
      test.auth->SignInWithCredential(provider.GetCredential(id.c_str(), code.c_str())),
      kAuthErrorSessionExpired);
}

TEST_F(ErrorTest, OfMissingTexts) {
  const std::string email = SignInVerified(test.auth);
  test.auth->SignOut();
  EXPECT_COMPLETES(SignIn(email, ""), kAuthErrorMissingPassword);
  EXPECT_COMPLETES(test.auth->CreateUserWithEmailAndPassword(UniqueEmail().c_str(), ""),
                   kAuthErrorMissingPassword);
  EXPECT_COMPLETES(SignIn(""), kAuthErrorMissingEmail);
  EXPECT_COMPLETES(test.auth->SendPasswordResetEmail(""), kAuthErrorMissingEmail);
  EXPECT_COMPLETES(test.auth->SendPasswordResetEmail("no address"), kAuthErrorInvalidEmail);
}

TEST_F(ErrorTest, OfNonces) {
  const std::string token =
      LabToken("apple.com", "{\"sub\": \"" + Unique("apple-") + "\", \"rawNonce\": \"right\"}");
  EXPECT_COMPLETES(test.auth->SignInWithCredential(
                       OAuthProvider::GetCredential("apple.com", token.c_str(), "wrong", nullptr)),
                   kAuthErrorMissingOrInvalidNonce);
}

TEST_F(ErrorTest, OfTokensThatAreNotGenuine) {
  for (const char* fault : {"wrong-signature", "wrong-issuer", "wrong-audience", "expired"}) {
    const std::string token =
        LabToken("google.com", "{\"sub\": \"" + UniqueNumber() + "\", \"fault\": \"" +
                                   std::string(fault) + "\"}");
    EXPECT_COMPLETES(
        test.auth->SignInWithCredential(GoogleAuthProvider::GetCredential(token.c_str(), nullptr)),
        kAuthErrorInvalidCredential)
        << fault;
  }
}

TEST_F(ErrorTest, OfASecondFactorAfterATelephone) {
  PhoneAuthProvider& provider = PhoneAuthProvider::GetInstance(test.auth);
  const std::string id = SendCode(test.auth, UniquePhoneNumber());
  ASSERT_COMPLETES(
      test.auth->SignInWithCredential(provider.GetCredential(id.c_str(), SmsCode(id).c_str())),
      kAuthErrorNone);
  Future<MultiFactorSession> session = test.auth->current_user().multi_factor().GetSession();
  ASSERT_COMPLETES(session, kAuthErrorNone);
  EXPECT_FAILS(TotpMultiFactorGenerator::GenerateSecret(*session.result()));
}

TEST_F(ErrorTest, HasDetails) {
  const std::string email = SignInVerified(test.auth);
  test.auth->SignOut();
  Future<AuthResult> refused = SignIn(email, "wrong password");
  ASSERT_COMPLETES(refused, kAuthErrorWrongPassword);
  const AuthErrorDetails details = GetAuthErrorDetails(refused);
  EXPECT_EQ(details.code, 17009);
  EXPECT_EQ(details.name, "ERROR_WRONG_PASSWORD");
  EXPECT_NE(details.message, "");
  EXPECT_EQ(details.server_message, "INVALID_PASSWORD");
  EXPECT_FALSE(details.updated_credential.is_valid());
  EXPECT_FALSE(details.resolver.is_valid());

  const std::string options = "{\"sub\": \"" + UniqueNumber() + "\", \"email\": \"" + email + "\"}";
  Future<User> conflict = test.auth->SignInWithCredential(FacebookCredential(options));
  ASSERT_COMPLETES(conflict, kAuthErrorAccountExistsWithDifferentCredentials);
  EXPECT_EQ(GetAuthErrorDetails(conflict).email, email);
  EXPECT_TRUE(GetAuthErrorDetails(conflict).updated_credential.is_valid());

  Future<AuthResult> good = SignIn(email);
  ASSERT_COMPLETES(good, kAuthErrorNone);
  EXPECT_EQ(GetAuthErrorDetails(good).code, 0);
  EXPECT_EQ(GetAuthErrorDetails(Future<User>()).code, 0);
}

TEST_F(ErrorTest, HasNothingSecretInIt) {
  const std::string email = SignInVerified(test.auth);
  test.auth->SignOut();
  Future<AuthResult> refused = SignIn(email, "a very secret password");
  ASSERT_COMPLETES(refused, kAuthErrorWrongPassword);
  EXPECT_EQ(std::string(refused.error_message()).find("secret"), std::string::npos);
}

}  // namespace
