// Users are values that follow their Auth.

#include "../support/test_app.h"

namespace {

using namespace latchkey_test;   // NOLINT
using namespace firebase::auth;  // NOLINT
using firebase::Future;

TEST(UserValue, CopiesStayEqual) {
  TestApp test;
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  const User user = test.auth->current_user();
  const User copy(user);
  User assigned;
  EXPECT_TRUE(assigned != user);
  assigned = user;
  EXPECT_TRUE(copy == user);
  EXPECT_TRUE(assigned == user);
  EXPECT_FALSE(assigned != user);
  EXPECT_EQ(copy.uid(), user.uid());
  EXPECT_TRUE(assigned.is_valid());
  assigned = assigned = copy;
  EXPECT_TRUE(assigned == user);
  ASSERT_COMPLETES(test.auth->SignInWithCustomToken(("{\"uid\": \"" + Unique("u") + "\"}").c_str()),
                   kAuthErrorNone);
  EXPECT_EQ(copy.uid(), assigned.uid());
}

TEST(UserValue, IsNobodyByDefault) {
  const User user;
  EXPECT_FALSE(user.is_valid());
  EXPECT_EQ(user.uid(), "");
  EXPECT_EQ(user.email(), "");
  EXPECT_EQ(user.display_name(), "");
  EXPECT_EQ(user.photo_url(), "");
  EXPECT_EQ(user.phone_number(), "");
  EXPECT_TRUE(user.provider_data().empty());
  EXPECT_FALSE(user.is_anonymous());
  EXPECT_FALSE(user.is_email_verified());
  EXPECT_EQ(user.metadata().creation_timestamp, 0u);
  EXPECT_TRUE(User() == user);
}

TEST(UserValue, FollowsItsAuth) {
  TestApp test;
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  User user = test.auth->current_user();
  const std::string first = user.uid();
  EXPECT_TRUE(user.is_valid());
  test.auth->SignOut();
  EXPECT_FALSE(user.is_valid());
  EXPECT_EQ(user.uid(), "");
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  EXPECT_TRUE(user.is_valid());
  EXPECT_NE(user.uid(), first);
  EXPECT_EQ(user.uid(), test.auth->current_user().uid());
}

// Calls every method of a User object while no user is signed in.
void ExpectEverythingFails(User user) {
  EXPECT_FALSE(user.is_valid());
  EXPECT_FAILS(user.GetToken(false));
  EXPECT_FAILS(user.GetToken(true));
  EXPECT_FAILS(user.GetTokenThreadSafe(false));
  EXPECT_FAILS(user.UpdatePassword("another password"));
  EXPECT_FAILS(user.Reauthenticate(EmailAuthProvider::GetCredential("ada@example.com", kPassword)));
  EXPECT_FAILS(user.ReauthenticateAndRetrieveData(
      EmailAuthProvider::GetCredential("ada@example.com", kPassword)));
  EXPECT_FAILS(user.SendEmailVerification());
  EXPECT_FAILS(user.SendEmailVerificationBeforeUpdatingEmail("ada@example.com"));
  EXPECT_FAILS(user.UpdateUserProfile(User::UserProfile()));
  EXPECT_FAILS(
      user.LinkWithCredential(EmailAuthProvider::GetCredential("ada@example.com", kPassword)));
  EXPECT_FAILS(user.LinkAndRetrieveDataWithCredential(
      EmailAuthProvider::GetCredential("ada@example.com", kPassword)));
  EXPECT_FAILS(user.Unlink("password"));
  EXPECT_FAILS(user.UpdatePhoneNumberCredential(PhoneAuthCredential()));
  EXPECT_FAILS(user.Reload());
  EXPECT_FAILS(user.Delete());
  FederatedOAuthProvider provider(FederatedOAuthProviderData("github.com"));
  const int opened = PagesOpened();
  EXPECT_FAILS(user.LinkWithProvider(&provider));
  EXPECT_FAILS(user.ReauthenticateWithProvider(&provider));
  EXPECT_EQ(PagesOpened(), opened);
  EXPECT_EQ(user.uid(), "");
  EXPECT_TRUE(user.provider_data().empty());
}

TEST(InvalidUser, OfNoAuthFailsEverywhere) { ExpectEverythingFails(User()); }

TEST(InvalidUser, OfAnAuthWithoutOneFailsEverywhere) {
  TestApp test;
  ExpectEverythingFails(test.auth->current_user());
  EXPECT_COMPLETES(test.auth->current_user().Reload(), kAuthErrorNoSignedInUser);
}

TEST(InvalidUser, WhoSignedOutFailsEverywhere) {
  TestApp test;
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  User user = test.auth->current_user();
  test.auth->SignOut();
  ExpectEverythingFails(user);
  EXPECT_COMPLETES(user.GetToken(false), kAuthErrorNoSignedInUser);
}

TEST(InvalidUser, OfADeletedAuthFailsEverywhere) {
  User user;
  {
    TestApp test;
    ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
    user = test.auth->current_user();
    EXPECT_TRUE(user.is_valid());
  }
  EXPECT_FALSE(user.is_valid());
  EXPECT_EQ(user.uid(), "");
  EXPECT_EQ(user.email(), "");
  Future<std::string> token = user.GetToken(false);
  WaitFor(token);
  EXPECT_NE(token.error(), kAuthErrorNone);
  Future<void> reload = user.Reload();
  WaitFor(reload);
  EXPECT_NE(reload.error(), kAuthErrorNone);
}

TEST(UserProfileChange, SetsNameAndPicture) {
  TestApp test;
  const std::string email = SignInVerified(test.auth);
  User user = test.auth->current_user();
  User::UserProfile profile;
  profile.display_name = "Ada Lovelace";
  profile.photo_url = "https://example.com/ada.png?a=1&b=2";
  ASSERT_COMPLETES(user.UpdateUserProfile(profile), kAuthErrorNone);
  EXPECT_EQ(user.display_name(), "Ada Lovelace");
  EXPECT_EQ(user.photo_url(), "https://example.com/ada.png?a=1&b=2");
  EXPECT_EQ(user.UpdateUserProfileLastResult().error(), kAuthErrorNone);
  test.auth->SignOut();
  ASSERT_COMPLETES(test.auth->SignInWithEmailAndPassword(email.c_str(), kPassword), kAuthErrorNone);
  EXPECT_EQ(test.auth->current_user().display_name(), "Ada Lovelace");
  EXPECT_EQ(test.auth->current_user().photo_url(), "https://example.com/ada.png?a=1&b=2");
}

TEST(UserProfileChange, LeavesWhatIsNullAlone) {
  TestApp test;
  const std::string email = SignInVerified(test.auth);
  User user = test.auth->current_user();
  User::UserProfile profile;
  profile.display_name = "Ada Lovelace";
  profile.photo_url = "https://example.com/ada.png";
  ASSERT_COMPLETES(user.UpdateUserProfile(profile), kAuthErrorNone);
  ASSERT_COMPLETES(user.UpdateUserProfile(User::UserProfile()), kAuthErrorNone);
  EXPECT_EQ(user.display_name(), "Ada Lovelace");
  EXPECT_EQ(user.photo_url(), "https://example.com/ada.png");
  User::UserProfile name;
  name.display_name = "Ada King";
  ASSERT_COMPLETES(user.UpdateUserProfile(name), kAuthErrorNone);
  EXPECT_EQ(user.display_name(), "Ada King");
  EXPECT_EQ(user.photo_url(), "https://example.com/ada.png");
  test.auth->SignOut();
  ASSERT_COMPLETES(test.auth->SignInWithEmailAndPassword(email.c_str(), kPassword), kAuthErrorNone);
  EXPECT_EQ(test.auth->current_user().display_name(), "Ada King");
  EXPECT_EQ(test.auth->current_user().photo_url(), "https://example.com/ada.png");
}

TEST(UserProfileChange, TakesAwayWhatIsEmpty) {
  TestApp test;
  const std::string email = SignInVerified(test.auth);
  User user = test.auth->current_user();
  User::UserProfile profile;
  profile.display_name = "Ada Lovelace";
  profile.photo_url = "https://example.com/ada.png";
  ASSERT_COMPLETES(user.UpdateUserProfile(profile), kAuthErrorNone);
  profile.display_name = "";
  profile.photo_url = "";
  ASSERT_COMPLETES(user.UpdateUserProfile(profile), kAuthErrorNone);
  EXPECT_EQ(user.display_name(), "");
  EXPECT_EQ(user.photo_url(), "");
  test.auth->SignOut();
  ASSERT_COMPLETES(test.auth->SignInWithEmailAndPassword(email.c_str(), kPassword), kAuthErrorNone);
  EXPECT_EQ(test.auth->current_user().display_name(), "");
  EXPECT_EQ(test.auth->current_user().photo_url(), "");
}

TEST(PasswordChange, CountsFromTheNextSignIn) {
  TestApp test;
  const std::string email = SignInVerified(test.auth);
  User user = test.auth->current_user();
  EXPECT_COMPLETES(user.UpdatePassword("short"), kAuthErrorWeakPassword);
  ASSERT_COMPLETES(user.UpdatePassword("another password"), kAuthErrorNone);
  EXPECT_EQ(user.UpdatePasswordLastResult().error(), kAuthErrorNone);
  // The session continues.
  ASSERT_COMPLETES(user.Reload(), kAuthErrorNone);
  test.auth->SignOut();
  EXPECT_COMPLETES(test.auth->SignInWithEmailAndPassword(email.c_str(), kPassword),
                   kAuthErrorWrongPassword);
  EXPECT_COMPLETES(test.auth->SignInWithEmailAndPassword(email.c_str(), "another password"),
                   kAuthErrorNone);
}

TEST(EmailChange, HappensWhenTheNewAddressIsVerified) {
  TestApp test;
  const std::string email = SignInVerified(test.auth);
  const std::string next = UniqueEmail();
  User user = test.auth->current_user();
  ASSERT_COMPLETES(user.SendEmailVerificationBeforeUpdatingEmail(next.c_str()), kAuthErrorNone);
  EXPECT_EQ(user.SendEmailVerificationBeforeUpdatingEmailLastResult().error(), kAuthErrorNone);
  ASSERT_COMPLETES(user.Reload(), kAuthErrorNone);
  EXPECT_EQ(user.email(), email);
  const std::string uid = user.uid();
  FollowMailLink("VERIFY_AND_CHANGE_EMAIL", next);
  test.auth->SignOut();
  ASSERT_COMPLETES(test.auth->SignInWithEmailAndPassword(next.c_str(), kPassword), kAuthErrorNone);
  EXPECT_EQ(test.auth->current_user().uid(), uid);
  EXPECT_EQ(test.auth->current_user().email(), next);
}

TEST(EmailVerification, ShowsAfterAReload) {
  TestApp test;
  const std::string email = UniqueEmail();
  ASSERT_COMPLETES(test.auth->CreateUserWithEmailAndPassword(email.c_str(), kPassword),
                   kAuthErrorNone);
  User user = test.auth->current_user();
  EXPECT_FALSE(user.is_email_verified());
  ASSERT_COMPLETES(user.SendEmailVerification(), kAuthErrorNone);
  EXPECT_EQ(user.SendEmailVerificationLastResult().error(), kAuthErrorNone);
  FollowMailLink("VERIFY_EMAIL", email);
  EXPECT_FALSE(user.is_email_verified());
  ASSERT_COMPLETES(user.Reload(), kAuthErrorNone);
  EXPECT_EQ(user.ReloadLastResult().error(), kAuthErrorNone);
  EXPECT_TRUE(user.is_email_verified());
}

TEST(Deletion, SignsOutAndEndsTheAccount) {
  TestApp test;
  const std::string email = SignInVerified(test.auth);
  User user = test.auth->current_user();
  ASSERT_COMPLETES(user.Delete(), kAuthErrorNone);
  EXPECT_FALSE(user.is_valid());
  EXPECT_FALSE(test.auth->current_user().is_valid());
  EXPECT_COMPLETES(test.auth->SignInWithEmailAndPassword(email.c_str(), kPassword),
                   kAuthErrorUserNotFound);
}

TEST(Reauthentication, IsAskedForAndGiven) {
  TestApp test;
  const std::string email = SignInVerified(test.auth);
  User user = test.auth->current_user();
  const Credential mine = EmailAuthProvider::GetCredential(email.c_str(), kPassword);
  Future<void> once = user.Reauthenticate(mine);
  ASSERT_COMPLETES(once, kAuthErrorNone);
  EXPECT_EQ(user.ReauthenticateLastResult().error(), kAuthErrorNone);
  AdvanceClock(1200);
  EXPECT_COMPLETES(user.UpdatePassword("another password"), kAuthErrorRequiresRecentLogin);
  EXPECT_COMPLETES(user.Delete(), kAuthErrorRequiresRecentLogin);
  EXPECT_TRUE(user.is_valid());
  EXPECT_COMPLETES(user.Reauthenticate(EmailAuthProvider::GetCredential(email.c_str(), "wrong")),
                   kAuthErrorWrongPassword);
  const std::string uid = user.uid();
  Future<AuthResult> again = user.ReauthenticateAndRetrieveData(mine);
  ASSERT_COMPLETES(again, kAuthErrorNone);
  EXPECT_EQ(again.result()->user.uid(), uid);
  EXPECT_EQ(user.ReauthenticateAndRetrieveDataLastResult().error(), kAuthErrorNone);
  EXPECT_COMPLETES(user.UpdatePassword("another password"), kAuthErrorNone);
  EXPECT_COMPLETES(user.Delete(), kAuthErrorNone);
  EXPECT_EQ(user.DeleteLastResult().error(), kAuthErrorNone);
}

TEST(Reauthentication, AsSomebodyElseChangesNothing) {
  TestApp test;
  const std::string other = UniqueEmail();
  AddVerifiedAccount(other, kPassword);
  const std::string email = SignInVerified(test.auth);
  User user = test.auth->current_user();
  const std::string uid = user.uid();
  const Credential hers = EmailAuthProvider::GetCredential(other.c_str(), kPassword);
  EXPECT_COMPLETES(user.Reauthenticate(hers), kAuthErrorUserMismatch);
  EXPECT_COMPLETES(user.ReauthenticateAndRetrieveData(hers), kAuthErrorUserMismatch);
  EXPECT_EQ(test.auth->current_user().uid(), uid);
  EXPECT_EQ(test.auth->current_user().email(), email);
}

TEST(UserInfo, IsReadThroughTheInterface) {
  TestApp test;
  const std::string email = SignInVerified(test.auth);
  const User user = test.auth->current_user();
  const UserInfoInterface& info = user;
  EXPECT_EQ(info.uid(), user.uid());
  EXPECT_EQ(info.email(), email);
  EXPECT_EQ(info.provider_id(), "Firebase");
  std::vector<UserInfoInterface> kept;
  for (const UserInfoInterface& each : user.provider_data()) kept.push_back(each);
  test.auth->SignOut();
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_EQ(kept[0].provider_id(), "password");
  EXPECT_EQ(kept[0].email(), email);
  EXPECT_EQ(kept[0].uid(), email);
}

}  // namespace
