// Tests the flows of the official quickstart for C++ (`auth/testapp`) completely, with the order of
// its calls and its types. The quickstart expects a project without a provider. In these tests, the
// lab's provider refuses the invalid tokens instead.

#include <string>
#include <vector>

#include "../support/phone_listener.h"
#include "../support/test_app.h"
#include "firebase/util.h"

namespace {

using namespace latchkey_test;   // NOLINT
using namespace firebase::auth;  // NOLINT
using firebase::Future;

const char kBad[] = "no token";

class CountedStates : public AuthStateListener {
 public:
  void OnAuthStateChanged(Auth*) override { counter.Increase(); }
  Counter counter;
};

class CountedTokens : public IdTokenListener {
 public:
  void OnIdTokenChanged(Auth*) override { counter.Increase(); }
  Counter counter;
};

class Quickstart : public ::testing::Test {
 protected:
  // A new account with a password, signed in.
  User* Register(std::string* email) {
    *email = UniqueEmail();
    Future<User*> made = auth->CreateUserWithEmailAndPassword(email->c_str(), kPassword);
    EXPECT_COMPLETES(made, kAuthErrorNone);
    ExpectCurrent(made);
    return made.result() != nullptr ? *made.result() : nullptr;
  }

  User* SignIn(const std::string& email) {
    Future<User*> future = auth->SignInWithEmailAndPassword(email.c_str(), kPassword);
    EXPECT_COMPLETES(future, kAuthErrorNone);
    EXPECT_TRUE(future == auth->SignInWithEmailAndPasswordLastResult());
    ExpectCurrent(future);
    return future.result() != nullptr ? *future.result() : nullptr;
  }

  User* SignInAnonymously() {
    Future<User*> future = auth->SignInAnonymously();
    EXPECT_COMPLETES(future, kAuthErrorNone);
    EXPECT_TRUE(future == auth->SignInAnonymouslyLastResult());
    ExpectCurrent(future);
    return future.result() != nullptr ? *future.result() : nullptr;
  }

  void ExpectCurrent(const Future<User*>& future) {
    ASSERT_NE(future.result(), nullptr);
    EXPECT_EQ(*future.result(), static_cast<User*>(auth->current_user()));
  }

  void SignOut() {
    auth->SignOut();
    EXPECT_TRUE(auth->current_user() == nullptr);
  }

  // Expects that a credential is refused, and that the signed-in user does not change.
  void ExpectRefused(const Credential& credential, AuthError error) {
    const std::string uid = auth->current_user().uid();
    Future<User*> refused = auth->SignInWithCredential(credential);
    EXPECT_COMPLETES(refused, error) << credential.provider();
    EXPECT_EQ(auth->current_user().uid(), uid);
  }

  TestApp test;
  Auth* auth = test.auth;
};

TEST_F(Quickstart, BeginsWithAnAuthOfTheApp) {
  firebase::ModuleInitializer initializer;
  initializer.Initialize(test.app, nullptr, [](firebase::App* app, void*) {
    firebase::InitResult result;
    Auth::GetAuth(app, &result);
    return result;
  });
  ASSERT_COMPLETES(initializer.InitializeLastResult(), 0);
  EXPECT_EQ(Auth::GetAuth(test.app), auth);
  EXPECT_TRUE(auth->current_user() == nullptr);

  Credential email = EmailAuthProvider::GetCredential("ada@example.com", kPassword);
  Credential copy(email);
  EXPECT_EQ(copy.provider(), "password");
  copy = FacebookAuthProvider::GetCredential(kBad);
  EXPECT_EQ(copy.provider(), "facebook.com");
}

TEST_F(Quickstart, TellsListenersOfUsersAndTokens) {
  CountedStates states;
  CountedTokens tokens;
  auth->AddAuthStateListener(&states);
  auth->AddIdTokenListener(&tokens);
  ASSERT_TRUE(states.counter.WaitUntil(1) && tokens.counter.WaitUntil(1));
  SignOut();
  SignInAnonymously();
  ASSERT_TRUE(states.counter.WaitUntil(2) && tokens.counter.WaitUntil(2));
  EXPECT_EQ(states.counter.value(), 2) << "not told of the sign-out of nobody";
  AdvanceClock(2);
  User* user = auth->current_user();
  ASSERT_NE(user, nullptr);
  Future<std::string> token = user->GetToken(true);
  ASSERT_COMPLETES(token, kAuthErrorNone);
  ASSERT_TRUE(tokens.counter.WaitUntil(3));
  SignOut();
  ASSERT_TRUE(states.counter.WaitUntil(3) && tokens.counter.WaitUntil(4));
  EXPECT_EQ(states.counter.value(), 3);
  EXPECT_EQ(tokens.counter.value(), 4);
  auth->RemoveAuthStateListener(&states);
  auth->RemoveIdTokenListener(&tokens);
}

// The quickstart runs this only on telephones; this SDK also supports it on desktops.
TEST_F(Quickstart, SignsInByTelephone) {
  std::string email;
  Register(&email);
  const std::string number = UniquePhoneNumber();
  PhoneAuthProvider& provider = PhoneAuthProvider::GetInstance(auth);
  const std::string id = SendCode(auth, number);
  Future<User*> signed_in =
      auth->SignInWithCredential(provider.GetCredential(id.c_str(), SmsCode(id).c_str()));
  ASSERT_COMPLETES(signed_in, kAuthErrorNone);
  ExpectCurrent(signed_in);
  const std::string next = UniquePhoneNumber();
  const std::string next_id = SendCode(auth, next);
  User* user = *signed_in.result();
  Future<User*> updated = user->UpdatePhoneNumberCredential(
      provider.GetCredential(next_id.c_str(), SmsCode(next_id).c_str()));
  ASSERT_COMPLETES(updated, kAuthErrorNone);
  EXPECT_EQ(auth->current_user().phone_number(), next);
}

TEST_F(Quickstart, SignsInAndUp) {
  std::string email;
  ASSERT_NE(Register(&email), nullptr);
  SignInAnonymously();
  SignOut();

  Future<Auth::FetchProvidersResult> providers = auth->FetchProvidersForEmail(email.c_str());
  ASSERT_COMPLETES(providers, kAuthErrorNone);
  EXPECT_TRUE(providers == auth->FetchProvidersForEmailLastResult());
  EXPECT_EQ(providers.result()->providers, std::vector<std::string>{"password"});

  SignIn(email);
  SignOut();
  User* user = SignIn(email);
  ASSERT_NE(user, nullptr);
  User::UserProfile profile;
  profile.display_name = "Hello World";
  profile.photo_url = "http://test.com/image.jpg";
  ASSERT_COMPLETES(user->UpdateUserProfile(profile), kAuthErrorNone);
  EXPECT_EQ(user->display_name(), "Hello World");
  EXPECT_EQ(user->photo_url(), "http://test.com/image.jpg");
  SignOut();

  // An anonymous user links a password, reauthenticates with it, unlinks it and signs out.
  user = SignInAnonymously();
  ASSERT_NE(user, nullptr);
  const Credential credential = EmailAuthProvider::GetCredential(UniqueEmail().c_str(), kPassword);
  Future<SignInResult> linked = user->LinkAndRetrieveDataWithCredential(credential);
  ASSERT_COMPLETES(linked, kAuthErrorNone);
  EXPECT_EQ(linked.result()->user, static_cast<User*>(auth->current_user()));
  EXPECT_NE(linked.result()->meta.creation_timestamp, 0u);
  Future<SignInResult> proved = user->ReauthenticateAndRetrieveData(credential);
  ASSERT_COMPLETES(proved, kAuthErrorNone);
  EXPECT_EQ(proved.result()->user, static_cast<User*>(auth->current_user()));
  Future<User*> unlinked = user->Unlink(credential.provider().c_str());
  ASSERT_COMPLETES(unlinked, kAuthErrorNone);
  ExpectCurrent(unlinked);
  SignOut();

  Future<User*> unknown = auth->SignInWithEmailAndPassword(UniqueEmail().c_str(), kPassword);
  EXPECT_COMPLETES(unknown, kAuthErrorUserNotFound);
  Future<User*> wrong = auth->SignInWithEmailAndPassword(email.c_str(), "badTestPassword");
  EXPECT_COMPLETES(wrong, kAuthErrorWrongPassword);
  Future<User*> taken = auth->CreateUserWithEmailAndPassword(email.c_str(), kPassword);
  EXPECT_COMPLETES(taken, kAuthErrorEmailAlreadyInUse);
  EXPECT_TRUE(taken == auth->CreateUserWithEmailAndPasswordLastResult());

  const Credential good = EmailAuthProvider::GetCredential(email.c_str(), kPassword);
  Future<User*> by_credential = auth->SignInWithCredential(good);
  ASSERT_COMPLETES(by_credential, kAuthErrorNone);
  ExpectCurrent(by_credential);
  EXPECT_TRUE(by_credential == auth->SignInWithCredentialLastResult());
  Future<SignInResult> with_data = auth->SignInAndRetrieveDataWithCredential(good);
  ASSERT_COMPLETES(with_data, kAuthErrorNone);
  EXPECT_TRUE(with_data == auth->SignInAndRetrieveDataWithCredentialLastResult());
  ASSERT_NE(with_data.result()->user, nullptr);
  EXPECT_EQ(with_data.result()->info.provider_id, "password");

  Future<void> reset = auth->SendPasswordResetEmail(email.c_str());
  ASSERT_COMPLETES(reset, kAuthErrorNone);
  EXPECT_TRUE(reset == auth->SendPasswordResetEmailLastResult());
  EXPECT_NE(MailLink("PASSWORD_RESET", email), "");
  EXPECT_COMPLETES(auth->SendPasswordResetEmail(UniqueEmail().c_str()), kAuthErrorUserNotFound);
}

TEST_F(Quickstart, IsRefusedWithWhatIsNoToken) {
  std::string email;
  ASSERT_NE(Register(&email), nullptr);
  ExpectRefused(FacebookAuthProvider::GetCredential(kBad), kAuthErrorInvalidCredential);
  ExpectRefused(GitHubAuthProvider::GetCredential(kBad), kAuthErrorInvalidCredential);
  ExpectRefused(GoogleAuthProvider::GetCredential(kBad, kBad), kAuthErrorInvalidCredential);
  ExpectRefused(GoogleAuthProvider::GetCredential(kBad, nullptr), kAuthErrorInvalidCredential);
  ExpectRefused(TwitterAuthProvider::GetCredential(kBad, kBad), kAuthErrorInvalidCredential);
  ExpectRefused(OAuthProvider::GetCredential("oidc.nowhere", kBad, kBad),
                kAuthErrorOperationNotAllowed);
}

TEST_F(Quickstart, KnowsItsUser) {
  User* nobody = SignInAnonymously();
  ASSERT_NE(nobody, nullptr);
  EXPECT_EQ(nobody->email(), "");
  EXPECT_EQ(nobody->display_name(), "");
  EXPECT_EQ(nobody->photo_url(), "");
  EXPECT_EQ(nobody->provider_id(), "Firebase");
  EXPECT_TRUE(nobody->is_anonymous());
  EXPECT_FALSE(nobody->is_email_verified());
  EXPECT_NE(nobody->metadata().last_sign_in_timestamp, 0u);
  EXPECT_NE(nobody->metadata().creation_timestamp, 0u);

  const Credential credential = EmailAuthProvider::GetCredential(UniqueEmail().c_str(), kPassword);
  Future<User*> linked = nobody->LinkWithCredential(credential);
  ASSERT_COMPLETES(linked, kAuthErrorNone);
  ExpectCurrent(linked);
  Future<User*> again = nobody->LinkWithCredential(credential);
  EXPECT_COMPLETES(again, kAuthErrorProviderAlreadyLinked);
  const std::string uid = auth->current_user().uid();
  Future<User*> bad = nobody->LinkWithCredential(TwitterAuthProvider::GetCredential(kBad, kBad));
  EXPECT_COMPLETES(bad, kAuthErrorInvalidCredential);
  EXPECT_EQ(auth->current_user().uid(), uid);
  ExpectRefused(TwitterAuthProvider::GetCredential(kBad, kBad), kAuthErrorInvalidCredential);

  std::string email;
  ASSERT_NE(Register(&email), nullptr);
  User* user = SignIn(email);
  ASSERT_NE(user, nullptr);
  EXPECT_EQ(user->email(), email);
  EXPECT_EQ(user->display_name(), "");
  EXPECT_EQ(user->photo_url(), "");
  EXPECT_EQ(user->provider_id(), "Firebase");
  EXPECT_FALSE(user->is_anonymous());
  EXPECT_FALSE(user->is_email_verified());
  EXPECT_NE(user->metadata().last_sign_in_timestamp, 0u);
  Future<std::string> token = user->GetToken(false);
  ASSERT_COMPLETES(token, kAuthErrorNone);
  EXPECT_EQ(Claim(*token.result(), "sub"), user->uid());
  ASSERT_COMPLETES(user->GetToken(true), kAuthErrorNone);
  ASSERT_COMPLETES(user->Reload(), kAuthErrorNone);
  Future<User*> unlinked = user->Unlink("firebase");
  EXPECT_COMPLETES(unlinked, kAuthErrorNoSuchProvider);
  const std::vector<UserInfoInterface*>& infos = user->provider_data();
  ASSERT_EQ(infos.size(), 1u);
  EXPECT_EQ(infos[0]->email(), email);

  const std::string next = UniqueEmail();
  ASSERT_COMPLETES(user->UpdateEmail(next.c_str()), kAuthErrorNone);
  ASSERT_COMPLETES(user->UpdatePassword("testpasswordupdated"), kAuthErrorNone);
  Future<void> proved =
      user->Reauthenticate(EmailAuthProvider::GetCredential(next.c_str(), "testpasswordupdated"));
  ASSERT_COMPLETES(proved, kAuthErrorNone);
  ASSERT_COMPLETES(user->SendEmailVerification(), kAuthErrorNone);
  EXPECT_NE(MailLink("VERIFY_EMAIL", next), "");
}

TEST_F(Quickstart, DeletesAnAccountAndEndsSignedIn) {
  std::string email;
  User* user = Register(&email);
  ASSERT_NE(user, nullptr);
  ASSERT_COMPLETES(user->Delete(), kAuthErrorNone);
  EXPECT_TRUE(auth->current_user() == nullptr);
  Future<User*> gone = auth->SignInWithEmailAndPassword(email.c_str(), kPassword);
  EXPECT_COMPLETES(gone, kAuthErrorUserNotFound);
  SignInAnonymously();

  // The next run finds the user of the previous run signed in, and signs them out.
  const std::string name = test.app->name();
  const std::string uid = auth->current_user().uid();
  test.DeleteAuth();
  test.DeleteApp();
  TestApp next(name);
  EXPECT_EQ(next.auth->current_user().uid(), uid);
  next.auth->SignOut();
  EXPECT_TRUE(next.auth->current_user() == nullptr);
}

}  // namespace
