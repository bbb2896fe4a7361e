// Tests signing in, creating accounts, and their errors.

#include "../support/test_app.h"

namespace {

using namespace latchkey_test;   // NOLINT
using namespace firebase::auth;  // NOLINT
using firebase::Future;

TEST(Initialization, AppAndAuthAreThere) {
  TestApp test;
  EXPECT_NE(test.app, nullptr);
  EXPECT_NE(test.auth, nullptr);
  EXPECT_EQ(&test.auth->app(), test.app);
  EXPECT_FALSE(test.auth->current_user().is_valid());
  firebase::InitResult result = firebase::kInitResultFailedMissingDependency;
  EXPECT_EQ(Auth::GetAuth(test.app, &result), test.auth);
  EXPECT_EQ(result, firebase::kInitResultSuccess);
}

TEST(SignIn, Anonymously) {
  TestApp test;
  Future<AuthResult> future = test.auth->SignInAnonymously();
  ASSERT_COMPLETES(future, kAuthErrorNone);
  ASSERT_NE(future.result(), nullptr);
  const User user = future.result()->user;
  EXPECT_TRUE(user.is_valid());
  EXPECT_TRUE(user.is_anonymous());
  EXPECT_FALSE(user.uid().empty());
  EXPECT_EQ(user.email(), "");
  EXPECT_EQ(user.display_name(), "");
  EXPECT_EQ(user.photo_url(), "");
  EXPECT_EQ(user.phone_number(), "");
  EXPECT_TRUE(user.provider_data().empty());
  EXPECT_TRUE(test.auth->current_user() == user);
  EXPECT_EQ(test.auth->SignInAnonymouslyLastResult().result()->user.uid(), user.uid());
  // If the user is already anonymous, the user does not change.
  Future<AuthResult> again = test.auth->SignInAnonymously();
  ASSERT_COMPLETES(again, kAuthErrorNone);
  EXPECT_EQ(again.result()->user.uid(), user.uid());
}

TEST(SignIn, WithEmailAndPassword) {
  TestApp test;
  const std::string email = UniqueEmail();
  Future<AuthResult> made = test.auth->CreateUserWithEmailAndPassword(email.c_str(), kPassword);
  ASSERT_COMPLETES(made, kAuthErrorNone);
  const std::string uid = made.result()->user.uid();
  EXPECT_EQ(made.result()->user.email(), email);
  EXPECT_FALSE(made.result()->user.is_anonymous());
  EXPECT_FALSE(made.result()->user.is_email_verified());
  EXPECT_EQ(made.result()->additional_user_info.provider_id, "password");
  EXPECT_EQ(ProviderIds(made.result()->user), std::vector<std::string>{"password"});
  test.auth->SignOut();
  EXPECT_FALSE(test.auth->current_user().is_valid());
  test.auth->SignOut();

  Future<AuthResult> back = test.auth->SignInWithEmailAndPassword(email.c_str(), kPassword);
  ASSERT_COMPLETES(back, kAuthErrorNone);
  EXPECT_EQ(back.result()->user.uid(), uid);
  EXPECT_EQ(test.auth->current_user().uid(), uid);
  EXPECT_EQ(test.auth->SignInWithEmailAndPasswordLastResult().error(), kAuthErrorNone);
  EXPECT_EQ(test.auth->CreateUserWithEmailAndPasswordLastResult().result()->user.uid(), uid);

  test.auth->SignOut();
  Future<User> by_credential =
      test.auth->SignInWithCredential(EmailAuthProvider::GetCredential(email.c_str(), kPassword));
  ASSERT_COMPLETES(by_credential, kAuthErrorNone);
  EXPECT_EQ(by_credential.result()->uid(), uid);

  Future<AuthResult> with_data = test.auth->SignInAndRetrieveDataWithCredential(
      EmailAuthProvider::GetCredential(email.c_str(), kPassword));
  ASSERT_COMPLETES(with_data, kAuthErrorNone);
  EXPECT_EQ(with_data.result()->user.uid(), uid);
  EXPECT_EQ(test.auth->SignInAndRetrieveDataWithCredentialLastResult().error(), kAuthErrorNone);
}

TEST(SignIn, MetadataTellsWhen) {
  TestApp test;
  const int64_t before = ServerTime();
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  const UserMetadata metadata = test.auth->current_user().metadata();
  EXPECT_GE(metadata.creation_timestamp / 1000, static_cast<uint64_t>(before));
  EXPECT_LE(metadata.creation_timestamp / 1000, static_cast<uint64_t>(ServerTime()));
  EXPECT_GE(metadata.last_sign_in_timestamp, metadata.creation_timestamp);
}

TEST(SignIn, WithABadPasswordFails) {
  TestApp test;
  const std::string email = SignInVerified(test.auth);
  test.auth->SignOut();
  Future<AuthResult> future =
      test.auth->SignInWithEmailAndPassword(email.c_str(), "wrong password");
  ASSERT_COMPLETES(future, kAuthErrorWrongPassword);
  EXPECT_STRNE(future.error_message(), "");
  EXPECT_FALSE(test.auth->current_user().is_valid());
  Future<AuthResult> nobody =
      test.auth->SignInWithEmailAndPassword(UniqueEmail().c_str(), kPassword);
  EXPECT_COMPLETES(nobody, kAuthErrorUserNotFound);
  EXPECT_FALSE(test.auth->current_user().is_valid());
}

TEST(SignUp, WithAnAddressOfAnotherFails) {
  TestApp test;
  const std::string email = SignInVerified(test.auth);
  test.auth->SignOut();
  EXPECT_COMPLETES(test.auth->CreateUserWithEmailAndPassword(email.c_str(), kPassword),
                   kAuthErrorEmailAlreadyInUse);
  EXPECT_COMPLETES(test.auth->CreateUserWithEmailAndPassword(email.c_str(), "another password"),
                   kAuthErrorEmailAlreadyInUse);
  EXPECT_FALSE(test.auth->current_user().is_valid());
}

TEST(SignUp, WantsAGoodPasswordAndAddress) {
  TestApp test;
  EXPECT_COMPLETES(test.auth->CreateUserWithEmailAndPassword(UniqueEmail().c_str(), "short"),
                   kAuthErrorWeakPassword);
  EXPECT_COMPLETES(test.auth->CreateUserWithEmailAndPassword("no address", kPassword),
                   kAuthErrorInvalidEmail);
  EXPECT_COMPLETES(test.auth->SignInWithEmailAndPassword("no address", kPassword),
                   kAuthErrorInvalidEmail);
  EXPECT_FALSE(test.auth->current_user().is_valid());
}

TEST(SignIn, WithBadCredentialsLeavesTheUserAlone) {
  TestApp test;
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  const std::string uid = test.auth->current_user().uid();
  EXPECT_COMPLETES(test.auth->SignInWithCredential(FacebookAuthProvider::GetCredential("bad")),
                   kAuthErrorInvalidCredential);
  EXPECT_COMPLETES(test.auth->SignInWithCredential(GitHubAuthProvider::GetCredential("bad")),
                   kAuthErrorInvalidCredential);
  EXPECT_COMPLETES(
      test.auth->SignInWithCredential(GoogleAuthProvider::GetCredential("bad", nullptr)),
      kAuthErrorInvalidCredential);
  EXPECT_COMPLETES(
      test.auth->SignInWithCredential(GoogleAuthProvider::GetCredential(nullptr, "bad")),
      kAuthErrorInvalidCredential);
  EXPECT_COMPLETES(test.auth->SignInWithCredential(
                       OAuthProvider::GetCredential("apple.com", "bad", "nonce", nullptr)),
                   kAuthErrorInvalidCredential);
  EXPECT_COMPLETES(test.auth->SignInWithCredential(TwitterAuthProvider::GetCredential("bad", "bad")),
                   kAuthErrorInvalidCredential);
  // The server does not support these providers.
  EXPECT_FAILS(test.auth->SignInWithCredential(PlayGamesAuthProvider::GetCredential("bad")));
  EXPECT_FAILS(test.auth->SignInWithCredential(
      OAuthProvider::GetCredential("no.such.provider", "bad", "bad")));
  EXPECT_FAILS(test.auth->SignInWithCredential(Credential()));
  EXPECT_FAILS(test.auth->SignInAndRetrieveDataWithCredential(Credential()));
  EXPECT_EQ(test.auth->current_user().uid(), uid);
}

TEST(SignIn, WithProvidersTellsWhatTheyKnow) {
  TestApp test;
  Future<AuthResult> github =
      test.auth->SignInAndRetrieveDataWithCredential(GitHubCredential(UniqueNumber()));
  ASSERT_COMPLETES(github, kAuthErrorNone);
  const AuthResult result = *github.result();
  EXPECT_EQ(result.additional_user_info.provider_id, "github.com");
  EXPECT_FALSE(result.additional_user_info.user_name.empty());
  const auto& profile = result.additional_user_info.profile;
  ASSERT_EQ(profile.count(firebase::Variant("login")), 1u);
  EXPECT_EQ(profile.at(firebase::Variant("login")).AsString().string_value(),
            result.additional_user_info.user_name);
  ASSERT_EQ(profile.count(firebase::Variant("id")), 1u);
  EXPECT_TRUE(profile.at(firebase::Variant("id")).is_int64());
  EXPECT_EQ(result.credential.provider(), "github.com");
  EXPECT_EQ(ProviderIds(result.user), std::vector<std::string>{"github.com"});
  const std::string uid = result.user.uid();

  Future<AuthResult> facebook = test.auth->SignInAndRetrieveDataWithCredential(
      FacebookCredential("{\"sub\": \"" + UniqueNumber() + "\", \"name\": \"Mary Somerville\"}"));
  ASSERT_COMPLETES(facebook, kAuthErrorNone);
  EXPECT_EQ(facebook.result()->user.display_name(), "Mary Somerville");
  EXPECT_NE(facebook.result()->user.photo_url(), "");
  EXPECT_EQ(facebook.result()->user.provider_data().at(0).display_name(), "Mary Somerville");
  EXPECT_NE(facebook.result()->user.uid(), uid);

  const std::string number = UniqueNumber();
  Future<AuthResult> twitter =
      test.auth->SignInAndRetrieveDataWithCredential(TwitterCredential(number));
  ASSERT_COMPLETES(twitter, kAuthErrorNone);
  EXPECT_EQ(twitter.result()->additional_user_info.provider_id, "twitter.com");
  EXPECT_FALSE(twitter.result()->additional_user_info.user_name.empty());
  EXPECT_EQ(twitter.result()->user.provider_data().at(0).uid(), "http://twitter.com/" + number);

  const std::string token = LabToken("google.com", "{\"sub\": \"" + UniqueNumber() + "\"}");
  Future<User> google =
      test.auth->SignInWithCredential(GoogleAuthProvider::GetCredential(token.c_str(), nullptr));
  ASSERT_COMPLETES(google, kAuthErrorNone);
  EXPECT_EQ(ProviderIds(*google.result()), std::vector<std::string>{"google.com"});

  // Facebook's Limited Login.
  const std::string limited =
      LabToken("facebook.com", "{\"kind\": \"limited\", \"rawNonce\": \"raw\", \"sub\": \"" +
                                   UniqueNumber() + "\"}");
  Future<User> without_nonce = test.auth->SignInWithCredential(
      OAuthProvider::GetCredential("facebook.com", limited.c_str(), nullptr));
  EXPECT_FAILS(without_nonce);
  Future<User> with_nonce = test.auth->SignInWithCredential(
      OAuthProvider::GetCredential("facebook.com", limited.c_str(), "raw", nullptr));
  ASSERT_COMPLETES(with_nonce, kAuthErrorNone);
  EXPECT_EQ(ProviderIds(*with_nonce.result()), std::vector<std::string>{"facebook.com"});
}

TEST(SignIn, WithAnIdTokenOfANamedProvider) {
  TestApp test;
  for (const char* provider : {"microsoft.com", "oidc.line", "yahoo.com"}) {
    SCOPED_TRACE(provider);
    const std::string nonce = Unique("nonce-");
    const std::string token =
        LabToken(provider, "{\"person\": \"katherine\", \"rawNonce\": \"" + nonce + "\"}");
    Future<User> future = test.auth->SignInWithCredential(
        OAuthProvider::GetCredential(provider, token.c_str(), nonce.c_str(), nullptr));
    ASSERT_COMPLETES(future, kAuthErrorNone);
    EXPECT_EQ(ProviderIds(*future.result()), std::vector<std::string>{provider});
    ASSERT_COMPLETES(test.auth->current_user().Delete(), kAuthErrorNone);
  }
}

TEST(SignIn, WithAppleChecksTheNonceAndTakesATokenOnce) {
  TestApp test;
  const std::string token =
      LabToken("apple.com", "{\"sub\": \"" + Unique("apple-") + "\", \"rawNonce\": \"n & = +\"}");
  auto credential = [&](const char* nonce) {
    return OAuthProvider::GetCredential("apple.com", token.c_str(), nonce, nullptr);
  };
  EXPECT_FAILS(test.auth->SignInWithCredential(credential("other")));
  EXPECT_FAILS(test.auth->SignInWithCredential(
      OAuthProvider::GetCredential("apple.com", token.c_str(), static_cast<const char*>(nullptr))));
  EXPECT_FALSE(test.auth->current_user().is_valid());
  ASSERT_COMPLETES(test.auth->SignInWithCredential(credential("n & = +")), kAuthErrorNone);
  const std::string uid = test.auth->current_user().uid();
  EXPECT_FAILS(test.auth->SignInWithCredential(credential("n & = +")));
  EXPECT_EQ(test.auth->current_user().uid(), uid);
}

TEST(SignIn, WithACustomToken) {
  TestApp test;
  const std::string uid = Unique("custom-");
  // The development server accepts unsigned custom tokens.
  const std::string token = "{\"uid\": \"" + uid + "\", \"claims\": {\"plan\": \"gold\"}}";
  Future<AuthResult> future = test.auth->SignInWithCustomToken(token.c_str());
  ASSERT_COMPLETES(future, kAuthErrorNone);
  EXPECT_EQ(future.result()->user.uid(), uid);
  EXPECT_FALSE(future.result()->user.is_anonymous());
  Future<std::string> id_token = test.auth->current_user().GetToken(false);
  ASSERT_COMPLETES(id_token, kAuthErrorNone);
  EXPECT_EQ(Claim(*id_token.result(), "plan"), "gold");
  EXPECT_EQ(test.auth->SignInWithCustomTokenLastResult().error(), kAuthErrorNone);
  EXPECT_COMPLETES(test.auth->SignInWithCustomToken("x.y.z"), kAuthErrorInvalidCustomToken);
  EXPECT_EQ(test.auth->current_user().uid(), uid);
}

TEST(SignIn, TextsOfEveryKindArriveAsTheyAre) {
  TestApp test;
  const std::string password = "p&=+\"\\ \xc3\xbc\xe2\x82\xac\xf0\x9f\x94\x91";
  const std::string email = UniqueEmail();
  ASSERT_COMPLETES(test.auth->CreateUserWithEmailAndPassword(email.c_str(), password.c_str()),
                   kAuthErrorNone);
  User::UserProfile profile;
  const std::string name = "Siobh\xc3\xa1n O'Brien-\xc5\x81ukasiewicz \"<&>\" \xf0\x9f\x94\x91";
  profile.display_name = name.c_str();
  ASSERT_COMPLETES(test.auth->current_user().UpdateUserProfile(profile), kAuthErrorNone);
  test.auth->SignOut();
  ASSERT_COMPLETES(test.auth->SignInWithEmailAndPassword(email.c_str(), password.c_str()),
                   kAuthErrorNone);
  EXPECT_EQ(test.auth->current_user().display_name(), name);
}

TEST(FetchProviders, OfAnAddress) {
  TestApp test;
  const std::string email = SignInVerified(test.auth);
  Future<Auth::FetchProvidersResult> known = test.auth->FetchProvidersForEmail(email.c_str());
  ASSERT_COMPLETES(known, kAuthErrorNone);
  EXPECT_EQ(known.result()->providers, std::vector<std::string>{"password"});
  EXPECT_EQ(test.auth->FetchProvidersForEmailLastResult().result()->providers.size(), 1u);
  Future<Auth::FetchProvidersResult> unknown =
      test.auth->FetchProvidersForEmail(UniqueEmail().c_str());
  ASSERT_COMPLETES(unknown, kAuthErrorNone);
  EXPECT_TRUE(unknown.result()->providers.empty());
}

TEST(PasswordReset, IsMailedToUsersAlone) {
  TestApp test;
  const std::string email = SignInVerified(test.auth);
  test.auth->set_language_code("fr");
  EXPECT_EQ(test.auth->language_code(), "fr");
  ASSERT_COMPLETES(test.auth->SendPasswordResetEmail(email.c_str()), kAuthErrorNone);
  EXPECT_NE(MailLink("PASSWORD_RESET", email), "");
  EXPECT_NE(MailLink("PASSWORD_RESET", email).find("lang=fr"), std::string::npos);
  EXPECT_EQ(test.auth->SendPasswordResetEmailLastResult().error(), kAuthErrorNone);
  EXPECT_COMPLETES(test.auth->SendPasswordResetEmail(UniqueEmail().c_str()),
                   kAuthErrorUserNotFound);
  EXPECT_COMPLETES(test.auth->SendPasswordResetEmail(""), kAuthErrorMissingEmail);
  test.auth->set_language_code(nullptr);
  EXPECT_EQ(test.auth->language_code(), "");
  test.auth->UseAppLanguage();
}

TEST(GameCenter, IsForApplesPlatforms) {
  EXPECT_FALSE(GameCenterAuthProvider::IsPlayerAuthenticated());
  Future<Credential> future = GameCenterAuthProvider::GetCredential();
  EXPECT_FAILS(future);
  EXPECT_EQ(GameCenterAuthProvider::GetCredentialLastResult().status(),
            firebase::kFutureStatusComplete);
}

}  // namespace
