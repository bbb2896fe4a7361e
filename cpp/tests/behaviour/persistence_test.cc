// Sessions persist between starts of the app.

#include "../support/test_app.h"

namespace {

using namespace latchkey_test;   // NOLINT
using namespace firebase::auth;  // NOLINT
using firebase::Future;

TEST(Persistence, KeepsAnAnonymousUser) {
  const std::string name = Unique("kept-");
  std::string uid;
  {
    TestApp first(name);
    ASSERT_COMPLETES(first.auth->SignInAnonymously(), kAuthErrorNone);
    uid = first.auth->current_user().uid();
  }
  {
    TestApp second(name);
    User user = second.auth->current_user();
    ASSERT_TRUE(user.is_valid());
    EXPECT_EQ(user.uid(), uid);
    EXPECT_TRUE(user.is_anonymous());
    Future<std::string> token = user.GetToken(true);
    ASSERT_COMPLETES(token, kAuthErrorNone);
    EXPECT_EQ(Claim(*token.result(), "sub"), uid);
    second.auth->SignOut();
  }
  TestApp third(name);
  EXPECT_FALSE(third.auth->current_user().is_valid());
}

TEST(Persistence, KeepsAUserWithAllThatIsKnown) {
  const std::string name = Unique("kept-");
  std::string uid, email;
  std::vector<std::string> providers;
  uint64_t created;
  {
    TestApp first(name);
    email = SignInVerified(first.auth);
    User user = first.auth->current_user();
    User::UserProfile profile;
    profile.display_name = "Ada Lovelace";
    profile.photo_url = "https://example.com/ada.png";
    ASSERT_COMPLETES(user.UpdateUserProfile(profile), kAuthErrorNone);
    ASSERT_COMPLETES(user.LinkWithCredential(GitHubCredential(UniqueNumber())), kAuthErrorNone);
    uid = user.uid();
    providers = ProviderIds(user);
    created = user.metadata().creation_timestamp;
    EXPECT_EQ(providers.size(), 2u);
  }
  TestApp second(name);
  const User user = second.auth->current_user();
  ASSERT_TRUE(user.is_valid());
  EXPECT_EQ(user.uid(), uid);
  EXPECT_EQ(user.email(), email);
  EXPECT_EQ(user.display_name(), "Ada Lovelace");
  EXPECT_EQ(user.photo_url(), "https://example.com/ada.png");
  EXPECT_TRUE(user.is_email_verified());
  EXPECT_FALSE(user.is_anonymous());
  EXPECT_EQ(ProviderIds(user), providers);
  EXPECT_EQ(user.metadata().creation_timestamp, created);
}

TEST(Persistence, IsTheAppsOwn) {
  TestApp one, two;
  ASSERT_COMPLETES(one.auth->SignInAnonymously(), kAuthErrorNone);
  EXPECT_FALSE(two.auth->current_user().is_valid());
  ASSERT_COMPLETES(two.auth->SignInAnonymously(), kAuthErrorNone);
  EXPECT_NE(one.auth->current_user().uid(), two.auth->current_user().uid());
  one.auth->SignOut();
  EXPECT_TRUE(two.auth->current_user().is_valid());
}

TEST(Persistence, AnotherAuthOfTheSameAppHasTheUser) {
  TestApp test;
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  const std::string uid = test.auth->current_user().uid();
  test.DeleteAuth();
  test.auth = Auth::GetAuth(test.app);
  ASSERT_NE(test.auth, nullptr);
  EXPECT_EQ(test.auth->current_user().uid(), uid);
}

TEST(Persistence, ForgetsADeletedAccount) {
  const std::string name = Unique("kept-");
  {
    TestApp first(name);
    ASSERT_COMPLETES(first.auth->SignInAnonymously(), kAuthErrorNone);
    ASSERT_COMPLETES(first.auth->current_user().Delete(), kAuthErrorNone);
  }
  TestApp second(name);
  EXPECT_FALSE(second.auth->current_user().is_valid());
}

TEST(Persistence, EndsWithASessionThatTheServerEnded) {
  const std::string name = Unique("kept-");
  {
    TestApp first(name);
    ASSERT_COMPLETES(first.auth->SignInAnonymously(), kAuthErrorNone);
    DeleteAccount(first.auth->current_user().uid());
  }
  TestApp second(name);
  EXPECT_TRUE(second.auth->current_user().is_valid());
  EXPECT_FAILS(second.auth->current_user().GetToken(true));
}

}  // namespace
