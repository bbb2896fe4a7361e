// Tests linking and unlinking, and the errors for an identity that belongs to another user.

#include <algorithm>

#include "../support/test_app.h"

namespace {

using namespace latchkey_test;   // NOLINT
using namespace firebase::auth;  // NOLINT
using firebase::Future;

TEST(Link, AnonymousUserWithEmailAndPassword) {
  TestApp test;
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  User user = test.auth->current_user();
  const std::string uid = user.uid();
  const std::string email = UniqueEmail();
  const Credential credential = EmailAuthProvider::GetCredential(email.c_str(), kPassword);
  Future<AuthResult> linked = user.LinkWithCredential(credential);
  ASSERT_COMPLETES(linked, kAuthErrorNone);
  EXPECT_EQ(linked.result()->user.uid(), uid);
  EXPECT_EQ(user.uid(), uid);
  EXPECT_EQ(user.email(), email);
  EXPECT_FALSE(user.is_anonymous());
  EXPECT_EQ(user.LinkWithCredentialLastResult().error(), kAuthErrorNone);
  EXPECT_COMPLETES(
      user.LinkWithCredential(EmailAuthProvider::GetCredential(UniqueEmail().c_str(), kPassword)),
      kAuthErrorProviderAlreadyLinked);
  Future<AuthResult> unlinked = user.Unlink("password");
  ASSERT_COMPLETES(unlinked, kAuthErrorNone);
  EXPECT_EQ(unlinked.result()->user.uid(), uid);
  EXPECT_EQ(user.UnlinkLastResult().error(), kAuthErrorNone);
  EXPECT_TRUE(user.provider_data().empty());
  EXPECT_COMPLETES(user.Unlink("password"), kAuthErrorNoSuchProvider);
  EXPECT_COMPLETES(user.LinkWithCredential(credential), kAuthErrorNone);
  EXPECT_EQ(test.auth->current_user().uid(), uid);
  EXPECT_EQ(ProviderIds(user), std::vector<std::string>{"password"});
}

TEST(Link, WithABadCredentialChangesNothing) {
  TestApp test;
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  User user = test.auth->current_user();
  const std::string uid = user.uid();
  EXPECT_COMPLETES(user.LinkWithCredential(FacebookAuthProvider::GetCredential("bad")),
                   kAuthErrorInvalidCredential);
  EXPECT_FAILS(user.LinkWithCredential(TwitterAuthProvider::GetCredential("bad", "bad")));
  EXPECT_FAILS(user.LinkWithCredential(Credential()));
  EXPECT_TRUE(user.is_anonymous());
  EXPECT_EQ(test.auth->current_user().uid(), uid);
}

TEST(Link, SeveralProvidersLeadToTheSameUser) {
  TestApp test;
  const std::string email = SignInVerified(test.auth);
  User user = test.auth->current_user();
  const std::string uid = user.uid();
  const std::string number = UniqueNumber();
  Future<AuthResult> github = user.LinkWithCredential(GitHubCredential(number));
  ASSERT_COMPLETES(github, kAuthErrorNone);
  EXPECT_EQ(github.result()->additional_user_info.provider_id, "github.com");
  EXPECT_FALSE(github.result()->additional_user_info.user_name.empty());
  ASSERT_COMPLETES(user.LinkWithCredential(AppleCredential(Unique("apple-"))), kAuthErrorNone);
  std::vector<std::string> ids = ProviderIds(user);
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(ids, (std::vector<std::string>{"apple.com", "github.com", "password"}));
  EXPECT_EQ(user.email(), email);
  test.auth->SignOut();
  ASSERT_COMPLETES(test.auth->SignInWithCredential(GitHubCredential(number)), kAuthErrorNone);
  EXPECT_EQ(test.auth->current_user().uid(), uid);
  ASSERT_COMPLETES(test.auth->current_user().Unlink("github.com"), kAuthErrorNone);
  test.auth->SignOut();
  ASSERT_COMPLETES(test.auth->SignInWithCredential(GitHubCredential(number)), kAuthErrorNone);
  EXPECT_NE(test.auth->current_user().uid(), uid);
}

TEST(LinkConflict, ComesWithACredentialThatSignsIn) {
  TestApp test;
  const std::string sub = Unique("apple-");
  ASSERT_COMPLETES(test.auth->SignInWithCredential(AppleCredential(sub)), kAuthErrorNone);
  const std::string owner = test.auth->current_user().uid();
  test.auth->SignOut();
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  User user = test.auth->current_user();
  const std::string uid = user.uid();

  Future<AuthResult> linked = user.LinkWithCredential(AppleCredential(sub));
  ASSERT_COMPLETES(linked, kAuthErrorCredentialAlreadyInUse);
  EXPECT_EQ(test.auth->current_user().uid(), uid);
  EXPECT_TRUE(test.auth->current_user().is_anonymous());
  ASSERT_NE(linked.result(), nullptr);
  const Credential updated = linked.result()->additional_user_info.updated_credential;
  ASSERT_TRUE(updated.is_valid());
  EXPECT_EQ(updated.provider(), "apple.com");
  Future<User> signed_in = test.auth->SignInWithCredential(updated);
  ASSERT_COMPLETES(signed_in, kAuthErrorNone);
  EXPECT_EQ(signed_in.result()->uid(), owner);
  EXPECT_EQ(test.auth->current_user().uid(), owner);
}

TEST(LinkConflict, IsTheSameInTheOlderForm) {
  TestApp test;
  const std::string number = UniqueNumber();
  ASSERT_COMPLETES(test.auth->SignInWithCredential(GitHubCredential(number)), kAuthErrorNone);
  const std::string owner = test.auth->current_user().uid();
  ASSERT_COMPLETES(test.auth->SignInWithCredential(EmailAuthProvider::GetCredential(
                       SignInVerified(test.auth).c_str(), kPassword)),
                   kAuthErrorNone);
  Future<SignInResult> linked =
      test.auth->current_user()->LinkAndRetrieveDataWithCredential(GitHubCredential(number));
  ASSERT_COMPLETES(linked, kAuthErrorCredentialAlreadyInUse);
  ASSERT_NE(linked.result(), nullptr);
  ASSERT_TRUE(linked.result()->info.updated_credential.is_valid());
  Future<User*> signed_in =
      test.auth->SignInWithCredential(linked.result()->info.updated_credential);
  ASSERT_COMPLETES(signed_in, kAuthErrorNone);
  ASSERT_NE(*signed_in.result(), nullptr);
  EXPECT_EQ((*signed_in.result())->uid(), owner);
}

TEST(LinkConflict, OfAnEmailAddressHasNoCredential) {
  TestApp test;
  const std::string other = UniqueEmail();
  AddVerifiedAccount(other, kPassword);
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  Future<AuthResult> linked = test.auth->current_user().LinkWithCredential(
      EmailAuthProvider::GetCredential(other.c_str(), kPassword));
  ASSERT_COMPLETES(linked, kAuthErrorEmailAlreadyInUse);
  ASSERT_NE(linked.result(), nullptr);
  EXPECT_FALSE(linked.result()->additional_user_info.updated_credential.is_valid());
  EXPECT_TRUE(test.auth->current_user().is_anonymous());
}

TEST(AccountConflict, NamesTheOtherWayAndCanBeLinkedAfterIt) {
  TestApp test;
  const std::string email = SignInVerified(test.auth);
  const std::string uid = test.auth->current_user().uid();
  test.auth->SignOut();
  const std::string options = "{\"sub\": \"" + UniqueNumber() + "\", \"email\": \"" + email + "\"}";
  Future<AuthResult> signed_in =
      test.auth->SignInAndRetrieveDataWithCredential(FacebookCredential(options));
  ASSERT_COMPLETES(signed_in, kAuthErrorAccountExistsWithDifferentCredentials);
  EXPECT_FALSE(test.auth->current_user().is_valid());
  ASSERT_NE(signed_in.result(), nullptr);
  const Credential updated = signed_in.result()->additional_user_info.updated_credential;
  ASSERT_TRUE(updated.is_valid());
  EXPECT_EQ(updated.provider(), "facebook.com");
  ASSERT_COMPLETES(test.auth->SignInWithEmailAndPassword(email.c_str(), kPassword), kAuthErrorNone);
  ASSERT_COMPLETES(test.auth->current_user().LinkWithCredential(updated), kAuthErrorNone);
  EXPECT_EQ(test.auth->current_user().uid(), uid);
  EXPECT_EQ(test.auth->current_user().provider_data().size(), 2u);
}

TEST(Unlink, OfWhatIsNotLinkedFails) {
  TestApp test;
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  EXPECT_COMPLETES(test.auth->current_user().Unlink("github.com"), kAuthErrorNoSuchProvider);
  EXPECT_COMPLETES(test.auth->current_user().Unlink(""), kAuthErrorNoSuchProvider);
}

}  // namespace
