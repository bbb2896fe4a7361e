// Credentials are values. Their creation sends no request.

#include "../support/test_app.h"

namespace {

using namespace latchkey_test;   // NOLINT
using namespace firebase::auth;  // NOLINT

struct Made {
  std::string provider;
  Credential credential;
};

std::vector<Made> All() {
  return {
      {"password", EmailAuthProvider::GetCredential("ada@example.com", "password")},
      {"facebook.com", FacebookAuthProvider::GetCredential("token")},
      {"github.com", GitHubAuthProvider::GetCredential("token")},
      {"google.com", GoogleAuthProvider::GetCredential("token", nullptr)},
      {"google.com", GoogleAuthProvider::GetCredential(nullptr, "token")},
      {"playgames.google.com", PlayGamesAuthProvider::GetCredential("code")},
      {"twitter.com", TwitterAuthProvider::GetCredential("token", "secret")},
      {"apple.com", OAuthProvider::GetCredential("apple.com", "token", "access token")},
      {"apple.com", OAuthProvider::GetCredential("apple.com", "token", "nonce", nullptr)},
      {"oidc.lab", OAuthProvider::GetCredential("oidc.lab", "token", "nonce", "access token")},
  };
}

TEST(CredentialValue, KnowsItsProvider) {
  for (const Made& each : All()) {
    EXPECT_TRUE(each.credential.is_valid()) << each.provider;
    EXPECT_EQ(each.credential.provider(), each.provider);
  }
}

TEST(CredentialValue, NothingIsNoCredential) {
  const Credential none;
  EXPECT_FALSE(none.is_valid());
  EXPECT_EQ(none.provider(), "");
  const Credential copy = none;
  EXPECT_FALSE(copy.is_valid());
}

TEST(CredentialValue, CopiesAreWhatTheOriginalIs) {
  for (const Made& each : All()) {
    const Credential copy(each.credential);
    EXPECT_TRUE(copy.is_valid());
    EXPECT_EQ(copy.provider(), each.provider);
    Credential assigned;
    assigned = each.credential;
    EXPECT_TRUE(assigned.is_valid());
    EXPECT_EQ(assigned.provider(), each.provider);
    assigned = assigned = copy;
    EXPECT_EQ(assigned.provider(), each.provider);
    assigned = Credential();
    EXPECT_FALSE(assigned.is_valid());
    EXPECT_TRUE(each.credential.is_valid());
  }
}

TEST(CredentialValue, CopiesOutliveTheOriginal) {
  std::vector<Credential> kept;
  for (const Made& each : All()) kept.push_back(each.credential);
  EXPECT_EQ(kept.size(), 10u);
  EXPECT_EQ(kept.front().provider(), "password");
  EXPECT_EQ(kept.back().provider(), "oidc.lab");
}

TEST(CredentialValue, AskNobody) {
  const int opened = PagesOpened();
  All();
  EXPECT_EQ(PagesOpened(), opened);
}

TEST(CredentialValue, OfPhone) {
  TestApp test;
  PhoneAuthProvider& provider = PhoneAuthProvider::GetInstance(test.auth);
  const PhoneAuthCredential credential = provider.GetCredential("id", "123456");
  EXPECT_TRUE(credential.is_valid());
  EXPECT_EQ(credential.provider(), "phone");
  PhoneAuthCredential copy(credential);
  EXPECT_TRUE(copy.is_valid());
  const Credential plain = credential;
  EXPECT_EQ(plain.provider(), "phone");
  copy = PhoneAuthCredential();
  EXPECT_FALSE(copy.is_valid());
  EXPECT_EQ(copy.sms_code(), "");
  EXPECT_TRUE(credential.is_valid());
}

TEST(CredentialValue, OfAProviderSignsInFromACopy) {
  TestApp test;
  Credential copy;
  {
    const Credential original = GitHubCredential(UniqueNumber());
    copy = original;
  }
  ASSERT_COMPLETES(test.auth->SignInWithCredential(copy), kAuthErrorNone);
}

TEST(ProviderIdentifiers, AreTheOnesOfTheProtocol) {
  EXPECT_STREQ(EmailAuthProvider::kProviderId, "password");
  EXPECT_STREQ(FacebookAuthProvider::kProviderId, "facebook.com");
  EXPECT_STREQ(GameCenterAuthProvider::kProviderId, "gc.apple.com");
  EXPECT_STREQ(GitHubAuthProvider::kProviderId, "github.com");
  EXPECT_STREQ(GoogleAuthProvider::kProviderId, "google.com");
  EXPECT_STREQ(MicrosoftAuthProvider::kProviderId, "microsoft.com");
  EXPECT_STREQ(PhoneAuthProvider::kProviderId, "phone");
  EXPECT_STREQ(PlayGamesAuthProvider::kProviderId, "playgames.google.com");
  EXPECT_STREQ(TwitterAuthProvider::kProviderId, "twitter.com");
  EXPECT_STREQ(YahooAuthProvider::kProviderId, "yahoo.com");
}

}  // namespace
