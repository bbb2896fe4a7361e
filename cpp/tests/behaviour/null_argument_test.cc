// NULL in any argument that can be NULL causes an error or nothing, and never a crash.

#include "../support/phone_listener.h"
#include "../support/test_app.h"

namespace {

using namespace latchkey_test;   // NOLINT
using namespace firebase::auth;  // NOLINT
using firebase::Future;

const char* const kNull = nullptr;

TEST(NullArgument, ToApp) {
  EXPECT_EQ(firebase::App::GetInstance("no such app"), nullptr);
  EXPECT_EQ(firebase::App::GetInstance(kNull), nullptr);
  firebase::AppOptions options;
  options.set_api_key(nullptr);
  options.set_app_id(nullptr);
  options.set_project_id(nullptr);
  options.set_database_url(nullptr);
  options.set_messaging_sender_id(nullptr);
  options.set_storage_bucket(nullptr);
  options.set_ga_tracking_id(nullptr);
  EXPECT_STREQ(options.api_key(), "");
  EXPECT_EQ(firebase::AppOptions::LoadFromJsonConfig(nullptr), nullptr);
  EXPECT_EQ(firebase::AppOptions::LoadFromJsonConfig(""), nullptr);
  EXPECT_EQ(firebase::AppOptions::LoadFromJsonConfig("{"), nullptr);
}

TEST(NullArgument, ToGetAuth) {
  EXPECT_EQ(Auth::GetAuth(nullptr), nullptr);
  firebase::InitResult result = firebase::kInitResultSuccess;
  EXPECT_EQ(Auth::GetAuth(nullptr, &result), nullptr);
  EXPECT_EQ(result, firebase::kInitResultFailedMissingDependency);
  EXPECT_EQ(Auth::GetAuth(nullptr, AuthEnvironment()), nullptr);
}

TEST(NullArgument, ToAuth) {
  TestApp test;
  Auth* auth = test.auth;
  EXPECT_FAILS(auth->SignInWithCustomToken(nullptr));
  EXPECT_FAILS(auth->SignInWithEmailAndPassword(nullptr, nullptr));
  EXPECT_COMPLETES(auth->SignInWithEmailAndPassword(nullptr, kPassword), kAuthErrorMissingEmail);
  EXPECT_COMPLETES(auth->SignInWithEmailAndPassword("ada@example.com", nullptr),
                   kAuthErrorMissingPassword);
  EXPECT_COMPLETES(auth->CreateUserWithEmailAndPassword(nullptr, kPassword),
                   kAuthErrorMissingEmail);
  EXPECT_COMPLETES(auth->CreateUserWithEmailAndPassword("ada@example.com", nullptr),
                   kAuthErrorMissingPassword);
  EXPECT_COMPLETES(auth->SendPasswordResetEmail(nullptr), kAuthErrorMissingEmail);
  EXPECT_FAILS(auth->FetchProvidersForEmail(nullptr));
  EXPECT_FAILS(auth->SignInWithProvider(static_cast<FederatedAuthProvider*>(nullptr)));
  auth->AddAuthStateListener(nullptr);
  auth->RemoveAuthStateListener(nullptr);
  auth->AddIdTokenListener(nullptr);
  auth->RemoveIdTokenListener(nullptr);
  auth->set_language_code(nullptr);
  auth->set_tenant_id(nullptr);
  EXPECT_EQ(auth->tenant_id(), "");
  EXPECT_FALSE(auth->UseBackend(nullptr));
  EXPECT_FALSE(auth->current_user().is_valid());
}

TEST(NullArgument, ToUser) {
  TestApp test;
  SignInVerified(test.auth);
  User user = test.auth->current_user();
  EXPECT_FAILS(user.UpdatePassword(nullptr));
  EXPECT_FAILS(user.UpdatePassword(""));
  EXPECT_FAILS(user.UpdateEmail(nullptr));
  EXPECT_FAILS(user.SendEmailVerificationBeforeUpdatingEmail(nullptr));
  EXPECT_FAILS(user.Unlink(nullptr));
  EXPECT_FAILS(user.LinkWithProvider(static_cast<FederatedAuthProvider*>(nullptr)));
  EXPECT_FAILS(user.ReauthenticateWithProvider(static_cast<FederatedAuthProvider*>(nullptr)));
  EXPECT_FAILS(user.LinkWithCredential(Credential()));
  EXPECT_FAILS(user.Reauthenticate(Credential()));
  EXPECT_FAILS(user.ReauthenticateAndRetrieveData(Credential()));
  EXPECT_FAILS(user.UpdatePhoneNumberCredential(PhoneAuthCredential()));
  EXPECT_FAILS(
      user.UpdatePhoneNumberCredential(EmailAuthProvider::GetCredential("a@example.com", "b")));
  EXPECT_TRUE(user.is_valid());
}

TEST(NullArgument, ToCredentials) {
  EXPECT_FALSE(EmailAuthProvider::GetCredential(nullptr, nullptr).is_valid());
  EXPECT_FALSE(EmailAuthProvider::GetCredential("ada@example.com", nullptr).is_valid());
  EXPECT_FALSE(EmailAuthProvider::GetCredential(nullptr, "password").is_valid());
  EXPECT_FALSE(FacebookAuthProvider::GetCredential(nullptr).is_valid());
  EXPECT_FALSE(GitHubAuthProvider::GetCredential(nullptr).is_valid());
  EXPECT_FALSE(GoogleAuthProvider::GetCredential(nullptr, nullptr).is_valid());
  EXPECT_FALSE(PlayGamesAuthProvider::GetCredential(nullptr).is_valid());
  EXPECT_FALSE(TwitterAuthProvider::GetCredential(nullptr, "secret").is_valid());
  EXPECT_FALSE(TwitterAuthProvider::GetCredential("token", nullptr).is_valid());
  EXPECT_FALSE(OAuthProvider::GetCredential(nullptr, "token", kNull).is_valid());
  EXPECT_FALSE(OAuthProvider::GetCredential("apple.com", nullptr, kNull).is_valid());
  EXPECT_FALSE(OAuthProvider::GetCredential("apple.com", nullptr, "nonce", nullptr).is_valid());
  EXPECT_TRUE(OAuthProvider::GetCredential("apple.com", "token", nullptr, nullptr).is_valid());
  EXPECT_FALSE(OAuthProvider::GetAppleCredential(nullptr, nullptr, nullptr, nullptr).is_valid());
  EXPECT_TRUE(OAuthProvider::GetAppleCredential("token", nullptr, nullptr, nullptr).is_valid());
  TestApp test;
  PhoneAuthProvider& provider = PhoneAuthProvider::GetInstance(test.auth);
  EXPECT_FALSE(provider.GetCredential(nullptr, "123456").is_valid());
  EXPECT_FALSE(provider.GetCredential("id", nullptr).is_valid());
}

TEST(NullArgument, ToPhoneNumbers) {
  TestApp test;
  PhoneAuthProvider& provider = PhoneAuthProvider::GetInstance(test.auth);
  PhoneListener listener;
  provider.VerifyPhoneNumber(kNull, 0, nullptr, &listener);
  ASSERT_TRUE(listener.WaitUntilDone());
  EXPECT_NE(listener.error(), "");
  provider.VerifyPhoneNumber(kNull, 0, nullptr, nullptr);
  provider.VerifyPhoneNumber(PhoneAuthOptions(), nullptr);
}

TEST(NullArgument, ToFutures) {
  TestApp test;
  Future<AuthResult> future = test.auth->SignInAnonymously();
  future.OnCompletion(static_cast<Future<AuthResult>::TypedCompletionCallback>(nullptr), nullptr);
  future.OnCompletion(std::function<void(const Future<AuthResult>&)>());
  future.AddOnCompletion(static_cast<firebase::FutureBase::CompletionCallback>(nullptr), nullptr);
  ASSERT_COMPLETES(future, kAuthErrorNone);
  future.OnCompletion(std::function<void(const Future<AuthResult>&)>());
  future.RemoveOnCompletion(firebase::FutureBase::CompletionCallbackHandle());
}

TEST(LongArgument, IsRefusedOrTaken) {
  TestApp test;
  const std::string text(1000000, 'x');
  EXPECT_FAILS(test.auth->SignInWithCustomToken(text.c_str()));
  EXPECT_FAILS(
      test.auth->SignInWithEmailAndPassword((text + "@example.com").c_str(), text.c_str()));
  EXPECT_FAILS(test.auth->SignInWithCredential(GitHubAuthProvider::GetCredential(text.c_str())));
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  User::UserProfile profile;
  profile.display_name = text.c_str();
  Future<void> changed = test.auth->current_user().UpdateUserProfile(profile);
  WaitFor(changed);
  EXPECT_EQ(changed.status(), firebase::kFutureStatusComplete);
  EXPECT_TRUE(test.auth->current_user().is_valid());
}

TEST(BrokenText, IsNoReasonToCrash) {
  TestApp test;
  const char broken[] = "\xff\xfe\xc0\x80 broken \xed\xa0\x80";
  EXPECT_FAILS(test.auth->SignInWithEmailAndPassword(broken, broken));
  EXPECT_FAILS(test.auth->SignInWithCustomToken(broken));
  EXPECT_FAILS(test.auth->SignInWithCredential(
      OAuthProvider::GetCredential(broken, broken, broken, broken)));
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  User::UserProfile profile;
  profile.display_name = broken;
  profile.photo_url = broken;
  Future<void> changed = test.auth->current_user().UpdateUserProfile(profile);
  WaitFor(changed);
  EXPECT_EQ(changed.status(), firebase::kFutureStatusComplete);
}

}  // namespace
