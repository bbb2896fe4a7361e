// Programs that were written for versions 9, 10 and 11 also run.

#include "../support/phone_listener.h"
#include "../support/test_app.h"

namespace {

using namespace latchkey_test;   // NOLINT
using namespace firebase::auth;  // NOLINT
using firebase::Future;

TEST(OlderPrograms, HaveAPointerToTheUser) {
  TestApp test;
  User* nobody = test.auth->current_user();
  EXPECT_EQ(nobody, nullptr);
  Future<User*> future = test.auth->SignInAnonymously();
  ASSERT_COMPLETES(future, kAuthErrorNone);
  ASSERT_NE(future.result(), nullptr);
  User* user = *future.result();
  ASSERT_NE(user, nullptr);
  EXPECT_EQ(user, static_cast<User*>(test.auth->current_user()));
  EXPECT_TRUE(user->is_anonymous());
  EXPECT_EQ(user->uid(), test.auth->current_user().uid());
  User* again = test.auth->current_user();
  EXPECT_EQ(again, user);
  if (test.auth->current_user() == nullptr) FAIL();
  EXPECT_EQ(test.auth->current_user_DEPRECATED(), user);
  test.auth->SignOut();
  EXPECT_TRUE(test.auth->current_user() == nullptr);
  EXPECT_FALSE(user->is_valid());
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  EXPECT_EQ(static_cast<User*>(test.auth->current_user()), user);
}

TEST(OlderPrograms, SignInAndUp) {
  TestApp test;
  const std::string email = UniqueEmail();
  Future<User*> made = test.auth->CreateUserWithEmailAndPassword(email.c_str(), kPassword);
  ASSERT_COMPLETES(made, kAuthErrorNone);
  EXPECT_EQ((*made.result())->email(), email);
  Future<User*> made_last = test.auth->CreateUserWithEmailAndPasswordLastResult();
  EXPECT_EQ(*made_last.result(), *made.result());
  const std::vector<UserInfoInterface*>& infos = (*made.result())->provider_data();
  ASSERT_EQ(infos.size(), 1u);
  EXPECT_EQ(infos[0]->provider_id(), "password");
  EXPECT_EQ((*made.result())->provider_data_DEPRECATED().size(), 1u);
  test.auth->SignOut();
  EXPECT_EQ(infos[0]->provider_id(), "password");
  Future<User*> signed_in = test.auth->SignInWithEmailAndPassword(email.c_str(), kPassword);
  ASSERT_COMPLETES(signed_in, kAuthErrorNone);
  Future<SignInResult> with_data = test.auth->SignInAndRetrieveDataWithCredential(
      EmailAuthProvider::GetCredential(email.c_str(), kPassword));
  ASSERT_COMPLETES(with_data, kAuthErrorNone);
  EXPECT_EQ(with_data.result()->user->email(), email);
  EXPECT_EQ(with_data.result()->info.provider_id, "password");
  EXPECT_NE(with_data.result()->meta.creation_timestamp, 0u);
  Future<User*> refused = test.auth->SignInWithEmailAndPassword(email.c_str(), "wrong");
  ASSERT_COMPLETES(refused, kAuthErrorWrongPassword);
  ASSERT_NE(refused.result(), nullptr);
  EXPECT_EQ(*refused.result(), nullptr);
  Future<User*> custom =
      test.auth->SignInWithCustomToken(("{\"uid\": \"" + Unique("u") + "\"}").c_str());
  ASSERT_COMPLETES(custom, kAuthErrorNone);
}

TEST(OlderPrograms, LinkUnlinkAndReauthenticate) {
  TestApp test;
  Future<User*> begun = test.auth->SignInAnonymously();
  ASSERT_COMPLETES(begun, kAuthErrorNone);
  User* user = *begun.result();
  const std::string email = UniqueEmail();
  const Credential credential = EmailAuthProvider::GetCredential(email.c_str(), kPassword);
  Future<User*> linked = user->LinkWithCredential(credential);
  ASSERT_COMPLETES(linked, kAuthErrorNone);
  EXPECT_EQ(*linked.result(), user);
  Future<SignInResult> reauthenticated = user->ReauthenticateAndRetrieveData(credential);
  ASSERT_COMPLETES(reauthenticated, kAuthErrorNone);
  Future<SignInResult> again = user->Reauthenticate(credential);
  ASSERT_COMPLETES(again, kAuthErrorNone);
  EXPECT_EQ(again.result()->user, user);
  Future<void> once_more = user->Reauthenticate(credential);
  ASSERT_COMPLETES(once_more, kAuthErrorNone);
  Future<SignInResult> github =
      user->LinkAndRetrieveDataWithCredential(GitHubCredential(UniqueNumber()));
  ASSERT_COMPLETES(github, kAuthErrorNone);
  EXPECT_EQ(github.result()->info.provider_id, "github.com");
  EXPECT_FALSE(github.result()->info.profile.empty());
  EXPECT_TRUE(user->LinkAndRetrieveDataWithCredentialLastResult() == github);
  Future<User*> unlinked = user->Unlink("github.com");
  ASSERT_COMPLETES(unlinked, kAuthErrorNone);
  EXPECT_EQ(*unlinked.result(), user);
}

TEST(OlderPrograms, ChangeTheEmailAddress) {
  TestApp test;
  SignInVerified(test.auth);
  const std::string next = UniqueEmail();
  Future<void> changed = test.auth->current_user()->UpdateEmail(next.c_str());
  ASSERT_COMPLETES(changed, kAuthErrorNone);
  EXPECT_EQ(test.auth->current_user()->email(), next);
  EXPECT_EQ(test.auth->current_user()->UpdateEmailLastResult().error(), kAuthErrorNone);
}

TEST(OlderPrograms, HaveTheNamesOfVersion11) {
  TestApp test;
  Future<User*> anonymous = test.auth->SignInAnonymously_DEPRECATED();
  ASSERT_COMPLETES(anonymous, kAuthErrorNone);
  EXPECT_TRUE(test.auth->SignInAnonymouslyLastResult_DEPRECATED() == anonymous);
  const std::string email = UniqueEmail();
  Future<User*> linked = test.auth->current_user_DEPRECATED()->LinkWithCredential_DEPRECATED(
      EmailAuthProvider::GetCredential(email.c_str(), kPassword));
  ASSERT_COMPLETES(linked, kAuthErrorNone);
  test.auth->SignOut();
  Future<User*> signed_in =
      test.auth->SignInWithEmailAndPassword_DEPRECATED(email.c_str(), kPassword);
  ASSERT_COMPLETES(signed_in, kAuthErrorNone);
  Future<User*> by_credential = test.auth->SignInWithCredential_DEPRECATED(
      EmailAuthProvider::GetCredential(email.c_str(), kPassword));
  ASSERT_COMPLETES(by_credential, kAuthErrorNone);
  Future<SignInResult> with_data = test.auth->SignInAndRetrieveDataWithCredential_DEPRECATED(
      EmailAuthProvider::GetCredential(email.c_str(), kPassword));
  ASSERT_COMPLETES(with_data, kAuthErrorNone);
  Future<User*> unlinked = test.auth->current_user_DEPRECATED()->Unlink_DEPRECATED("password");
  ASSERT_COMPLETES(unlinked, kAuthErrorNone);
  Future<User*> made =
      test.auth->CreateUserWithEmailAndPassword_DEPRECATED(UniqueEmail().c_str(), kPassword);
  ASSERT_COMPLETES(made, kAuthErrorNone);
}

TEST(OlderPrograms, CallBackWithTheirOwnTypes) {
  TestApp test;
  Counter pointers, results, values;
  Future<User*> pointer = test.auth->SignInWithCredential(GitHubCredential(UniqueNumber()));
  pointer.OnCompletion(
      [](const Future<User*>& done, void* data) {
        EXPECT_NE(*done.result(), nullptr);
        static_cast<Counter*>(data)->Increase();
      },
      &pointers);
  ASSERT_TRUE(pointers.WaitUntil(1));
  Future<SignInResult> result =
      test.auth->SignInAndRetrieveDataWithCredential(GitHubCredential(UniqueNumber()));
  result.OnCompletion([&](const Future<SignInResult>& done) {
    EXPECT_EQ(done.result()->info.provider_id, "github.com");
    results.Increase();
  });
  ASSERT_TRUE(results.WaitUntil(1));
  test.auth->SignInWithCredential(GitHubCredential(UniqueNumber()))
      .OnCompletion([&](const Future<User>& done) {
        EXPECT_TRUE(done.result()->is_valid());
        values.Increase();
      });
  ASSERT_TRUE(values.WaitUntil(1));
}

TEST(OlderPrograms, SeveralViewsAreOfOneOperation) {
  TestApp test;
  auto future = test.auth->SignInAndRetrieveDataWithCredential(GitHubCredential(UniqueNumber()));
  Future<AuthResult> now = future;
  Future<SignInResult> then = future;
  Future<User*> before = future;
  ASSERT_COMPLETES(now, kAuthErrorNone);
  EXPECT_EQ(now.result()->user.uid(), then.result()->user->uid());
  EXPECT_EQ(then.result()->user, *before.result());
  EXPECT_TRUE(static_cast<const firebase::FutureBase&>(now) == then);
}

TEST(OlderPrograms, AUserPointerStaysReadableAfterItsAuth) {
  User* user = nullptr;
  {
    TestApp test;
    ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
    user = test.auth->current_user();
    ASSERT_NE(user, nullptr);
    EXPECT_TRUE(user->is_valid());
  }
}

}  // namespace
