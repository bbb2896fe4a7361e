// Tests passkeys, with an authenticator in the test's process.

#include "../support/soft_authenticator.h"
#include "../support/test_app.h"

namespace {

using namespace latchkey_test;   // NOLINT
using namespace firebase::auth;  // NOLINT
using firebase::Future;

std::string Text(const Future<std::string>& future) {
  WaitFor(future);
  EXPECT_EQ(future.error(), kAuthErrorNone) << Describe(future);
  return future.error() == kAuthErrorNone ? *future.result() : "{}";
}

TEST(Passkey, IsAddedSignedInWithAndRemoved) {
  TestApp test;
  SignInVerified(test.auth);
  User user = test.auth->current_user();
  const std::string uid = user.uid();
  EXPECT_TRUE(user.enrolled_passkeys().empty());
  SoftAuthenticator authenticator;
  const std::string made = authenticator.Register(Text(user.StartPasskeyEnrollment()));
  ASSERT_COMPLETES(user.FinalizePasskeyEnrollment(made.c_str(), "My key"), kAuthErrorNone);
  ASSERT_EQ(user.enrolled_passkeys().size(), 1u);
  EXPECT_EQ(user.enrolled_passkeys()[0].name, "My key");
  EXPECT_EQ(user.enrolled_passkeys()[0].credential_id, authenticator.credential_id());
  EXPECT_EQ(user.StartPasskeyEnrollmentLastResult().error(), kAuthErrorNone);
  EXPECT_EQ(user.FinalizePasskeyEnrollmentLastResult().error(), kAuthErrorNone);
  test.auth->SignOut();

  const std::string used = authenticator.Assert(Text(test.auth->StartPasskeySignIn()));
  Future<AuthResult> future = test.auth->FinalizePasskeySignIn(used.c_str());
  ASSERT_COMPLETES(future, kAuthErrorNone);
  EXPECT_EQ(future.result()->user.uid(), uid);
  EXPECT_EQ(future.result()->additional_user_info.provider_id, "passkey");
  EXPECT_FALSE(future.result()->additional_user_info.is_new_user);
  EXPECT_EQ(test.auth->FinalizePasskeySignInLastResult().error(), kAuthErrorNone);
  EXPECT_EQ(test.auth->StartPasskeySignInLastResult().error(), kAuthErrorNone);

  user = test.auth->current_user();
  ASSERT_COMPLETES(user.UnenrollPasskey(authenticator.credential_id().c_str()), kAuthErrorNone);
  EXPECT_EQ(user.UnenrollPasskeyLastResult().error(), kAuthErrorNone);
  EXPECT_TRUE(user.enrolled_passkeys().empty());
}

TEST(Passkey, IsRefusedForWhatIsNoAnswer) {
  TestApp test;
  EXPECT_COMPLETES(test.auth->FinalizePasskeySignIn(nullptr), kAuthErrorInvalidCredential);
  EXPECT_COMPLETES(test.auth->FinalizePasskeySignIn("no JSON"), kAuthErrorInvalidCredential);
  const std::string unknown = SoftAuthenticator().Assert(Text(test.auth->StartPasskeySignIn()));
  EXPECT_COMPLETES(test.auth->FinalizePasskeySignIn(unknown.c_str()), kAuthErrorInvalidCredential);
  EXPECT_FALSE(test.auth->current_user().is_valid());
}

TEST(Passkey, NeedsAUserToAddOneTo) {
  TestApp test;
  User nobody;
  EXPECT_COMPLETES(nobody.StartPasskeyEnrollment(), kAuthErrorNoSignedInUser);
  EXPECT_COMPLETES(nobody.FinalizePasskeyEnrollment("{}"), kAuthErrorNoSignedInUser);
  EXPECT_COMPLETES(nobody.UnenrollPasskey("id"), kAuthErrorNoSignedInUser);
  EXPECT_TRUE(nobody.enrolled_passkeys().empty());
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  User user = test.auth->current_user();
  EXPECT_COMPLETES(user.FinalizePasskeyEnrollment(nullptr), kAuthErrorInvalidCredential);
  EXPECT_COMPLETES(user.UnenrollPasskey(""), kAuthErrorInvalidCredential);
}

}  // namespace
