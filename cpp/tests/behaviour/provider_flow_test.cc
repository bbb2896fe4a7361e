// Tests signing in, linking and reauthenticating with a provider's pages, in a real browser.

#include "../support/test_app.h"

namespace {

using namespace latchkey_test;   // NOLINT
using namespace firebase::auth;  // NOLINT
using firebase::Future;

FederatedOAuthProviderData GitHub() { return FederatedOAuthProviderData("github.com"); }

FederatedOAuthProviderData WithScopes(FederatedOAuthProviderData data) {
  data.scopes = {"user:email", "read:org"};
  return data;
}

FederatedOAuthProviderData WithParameters(FederatedOAuthProviderData data) {
  data.custom_parameters = {{"allow_signup", "false"},  {"login", "a b&c=d+e#f%\xc3\xbc"},
                            {"client_id", "thief"},     {"redirect_uri", "https://evil.example"},
                            {"response_type", "token"}, {"scope", "repo"},
                            {"state", "fixed"}};
  return data;
}

void ExpectScopes(bool some) {
  auto asked = LastAuthorization("github.com");
  if (some) {
    EXPECT_EQ(asked["scope"], "user:email read:org");
    EXPECT_EQ(LastSight().scopes, (std::vector<std::string>{"user:email", "read:org"}));
  } else {
    EXPECT_EQ(asked["scope"].find("read:org"), std::string::npos);
  }
}

void ExpectParameters(bool some) {
  auto asked = LastAuthorization("github.com");
  EXPECT_EQ(asked.count("allow_signup"), some ? 1u : 0u);
  EXPECT_EQ(asked["login"], some ? "a b&c=d+e#f%\xc3\xbc" : "");
  EXPECT_NE(asked["client_id"], "thief");
  EXPECT_EQ(asked["response_type"], "code");
  EXPECT_NE(asked["state"], "fixed");
  EXPECT_NE(asked["state"], "");
}

// Sets the lab's person, and signs in.
std::string SignIn(Auth* auth, const FederatedOAuthProviderData& data,
                   const std::string& person = "ada") {
  PersonChooses(person);
  FederatedOAuthProvider provider;
  provider.SetProviderData(data);
  Future<AuthResult> future = auth->SignInWithProvider(&provider);
  WaitFor(future);
  EXPECT_EQ(future.error(), kAuthErrorNone) << Describe(future);
  if (future.error() != kAuthErrorNone) return "";
  EXPECT_EQ(future.result()->additional_user_info.provider_id, "github.com");
  EXPECT_EQ(future.result()->additional_user_info.user_name, person);
  EXPECT_EQ(future.result()->credential.provider(), "github.com");
  EXPECT_NE(future.result()->credential.access_token(), "");
  EXPECT_EQ(auth->current_user().uid(), future.result()->user.uid());
  return future.result()->user.uid();
}

// Deletes the person's account, so that each test has its own.
void Forget(Auth* auth) {
  if (auth->current_user().is_valid()) {
    EXPECT_COMPLETES(auth->current_user().Delete(), kAuthErrorNone);
  }
}

TEST(SignInWithProvider, WithoutScopesOrParameters) {
  TestApp test;
  EXPECT_NE(SignIn(test.auth, GitHub()), "");
  ExpectScopes(false);
  ExpectParameters(false);
  EXPECT_EQ(test.auth->current_user().display_name(), "Ada Lovelace");
  Forget(test.auth);
}

TEST(SignInWithProvider, WithoutScopes) {
  TestApp test;
  EXPECT_NE(SignIn(test.auth, WithParameters(GitHub())), "");
  ExpectScopes(false);
  ExpectParameters(true);
  Forget(test.auth);
}

TEST(SignInWithProvider, WithScopesAndParameters) {
  TestApp test;
  const std::string uid = SignIn(test.auth, WithParameters(WithScopes(GitHub())));
  ExpectScopes(true);
  ExpectParameters(true);
  EXPECT_EQ(LastSight().title, "You can close this window");
  test.auth->SignOut();
  EXPECT_EQ(SignIn(test.auth, GitHub()), uid);
  Forget(test.auth);
}

TEST(SignInWithProvider, OfABadIdFails) {
  TestApp test;
  PersonLooks();
  for (const char* id : {"not.a.provider", ""}) {
    FederatedOAuthProvider provider{FederatedOAuthProviderData(id)};
    Future<AuthResult> future = test.auth->SignInWithProvider(&provider);
    EXPECT_COMPLETES(future, kAuthErrorInvalidProviderId) << id;
  }
  EXPECT_FALSE(test.auth->current_user().is_valid());
}

TEST(SignInWithProvider, ThatIsRefusedLeavesTheUserAlone) {
  TestApp test;
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  const std::string uid = test.auth->current_user().uid();
  PersonDenies();
  FederatedOAuthProvider provider(GitHub());
  Future<AuthResult> refused = test.auth->SignInWithProvider(&provider);
  EXPECT_COMPLETES(refused, kAuthErrorWebContextCancelled);
  EXPECT_EQ(test.auth->current_user().uid(), uid);
  PersonChooses("ada");
  Future<AuthResult> granted = test.auth->SignInWithProvider(&provider);
  ASSERT_COMPLETES(granted, kAuthErrorNone);
  EXPECT_NE(test.auth->current_user().uid(), uid);
  Forget(test.auth);
}

TEST(SignInWithProvider, TwiceAtOnceIsRefused) {
  firebase::App* app = firebase::App::Create(Options(), Unique("app-").c_str());
  AuthEnvironment environment;
  environment.browser_timeout_seconds = 2;
  Counter opened;
  environment.open_browser = [&](const std::string&) { opened.Increase(); };
  Auth* auth = Auth::GetAuth(app, environment);
  ASSERT_NE(auth, nullptr);
  auth->UseEmulator(ServerHost(), ServerPort());
  FederatedOAuthProvider provider(GitHub());
  Future<AuthResult> first = auth->SignInWithProvider(&provider);
  ASSERT_TRUE(opened.WaitUntil(1));
  Future<AuthResult> second = auth->SignInWithProvider(&provider);
  EXPECT_COMPLETES(second, kAuthErrorWebContextAlreadyPresented);
  EXPECT_EQ(first.status(), firebase::kFutureStatusPending);
  // The browser does not return.
  EXPECT_COMPLETES(first, kAuthErrorWebContextCancelled);
  delete auth;
  delete app;
}

TEST(SignInWithProvider, TheProgramMayOpenThePageItself) {
  struct Opened {
    std::mutex mutex;
    std::string url;
  } opened;
  firebase::App* app = firebase::App::Create(Options(), Unique("app-").c_str());
  AuthEnvironment environment;
  environment.in_memory_sessions = true;
  environment.browser_timeout_seconds = 0.5;
  environment.open_browser = [&](const std::string& url) {
    std::lock_guard<std::mutex> lock(opened.mutex);
    opened.url = url;
  };
  Auth* auth = Auth::GetAuth(app, environment);
  ASSERT_NE(auth, nullptr);
  auth->UseEmulator(ServerHost(), ServerPort());
  FederatedOAuthProvider provider(GitHub());
  // No person uses the browser.
  EXPECT_COMPLETES(auth->SignInWithProvider(&provider), kAuthErrorWebContextCancelled);
  {
    std::lock_guard<std::mutex> lock(opened.mutex);
    EXPECT_NE(opened.url.find("/auth/handler?"), std::string::npos) << opened.url;
  }
  ASSERT_COMPLETES(auth->SignInAnonymously(), kAuthErrorNone);
  delete auth;
  auth = Auth::GetAuth(app);
  ASSERT_NE(auth, nullptr);
  delete auth;
  delete app;
}

TEST(SignInWithProvider, OfAnOpenIdConnectProvider) {
  TestApp test;
  PersonChooses("grace");
  Future<AuthResult> future = test.auth->SignInWithProvider(FederatedOAuthProviderData("oidc.lab"));
  ASSERT_COMPLETES(future, kAuthErrorNone);
  EXPECT_EQ(ProviderIds(future.result()->user), std::vector<std::string>{"oidc.lab"});
  EXPECT_NE(future.result()->credential.id_token(), "");
  Forget(test.auth);
}

TEST(SignInWithProvider, OfANamedProviderWithoutAClassOfItsOwn) {
  TestApp test;
  for (const char* provider : {"linkedin.com", "microsoft.com", "oidc.line", "yahoo.com"}) {
    SCOPED_TRACE(provider);
    PersonChooses("grace");
    Future<AuthResult> future = test.auth->SignInWithProvider(FederatedOAuthProviderData(provider));
    ASSERT_COMPLETES(future, kAuthErrorNone);
    EXPECT_EQ(ProviderIds(future.result()->user), std::vector<std::string>{provider});
    EXPECT_NE(future.result()->credential.id_token(), "");
    Forget(test.auth);
  }
}

TEST(SignInWithProvider, OfAnOAuthProvider) {
  TestApp test;
  PersonChooses("grace");
  Future<AuthResult> future = test.auth->SignInWithProvider(FederatedOAuthProviderData("oauth.lab"));
  ASSERT_COMPLETES(future, kAuthErrorNone);
  EXPECT_EQ(ProviderIds(future.result()->user), std::vector<std::string>{"oauth.lab"});
  EXPECT_NE(future.result()->credential.access_token(), "");
  Forget(test.auth);
}

TEST(ReauthenticateWithProvider, WithoutScopesOrParameters) {
  TestApp test;
  const std::string uid = SignIn(test.auth, GitHub());
  FederatedOAuthProvider provider(GitHub());
  User user = test.auth->current_user();
  AdvanceClock(1200);
  EXPECT_COMPLETES(user.Delete(), kAuthErrorRequiresRecentLogin);
  Future<AuthResult> future = user.ReauthenticateWithProvider(&provider);
  ASSERT_COMPLETES(future, kAuthErrorNone);
  EXPECT_EQ(future.result()->user.uid(), uid);
  ExpectScopes(false);
  ExpectParameters(false);
  Forget(test.auth);
}

TEST(ReauthenticateWithProvider, WithoutScopes) {
  TestApp test;
  SignIn(test.auth, GitHub());
  FederatedOAuthProvider provider(WithParameters(GitHub()));
  ASSERT_COMPLETES(test.auth->current_user().ReauthenticateWithProvider(&provider), kAuthErrorNone);
  ExpectScopes(false);
  ExpectParameters(true);
  Forget(test.auth);
}

TEST(ReauthenticateWithProvider, WithScopesAndParameters) {
  TestApp test;
  SignIn(test.auth, GitHub());
  FederatedOAuthProvider provider(WithParameters(WithScopes(GitHub())));
  ASSERT_COMPLETES(test.auth->current_user().ReauthenticateWithProvider(&provider), kAuthErrorNone);
  ExpectScopes(true);
  ExpectParameters(true);
  // Another person at the same provider is another user.
  PersonChooses("hedy");
  EXPECT_COMPLETES(test.auth->current_user().ReauthenticateWithProvider(&provider),
                   kAuthErrorUserMismatch);
  EXPECT_TRUE(test.auth->current_user().is_valid());
  Forget(test.auth);
}

TEST(ReauthenticateWithProvider, OfABadIdFails) {
  TestApp test;
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  const std::string uid = test.auth->current_user().uid();
  PersonLooks();
  FederatedOAuthProvider provider{FederatedOAuthProviderData("not.a.provider")};
  EXPECT_COMPLETES(test.auth->current_user().ReauthenticateWithProvider(&provider),
                   kAuthErrorInvalidProviderId);
  EXPECT_EQ(test.auth->current_user().uid(), uid);
}

// Links to an anonymous user.
void Link(Auth* auth, const FederatedOAuthProviderData& data) {
  PersonChooses("katherine");
  ASSERT_COMPLETES(auth->SignInAnonymously(), kAuthErrorNone);
  User user = auth->current_user();
  const std::string uid = user.uid();
  FederatedOAuthProvider provider(data);
  Future<AuthResult> future = user.LinkWithProvider(&provider);
  ASSERT_COMPLETES(future, kAuthErrorNone);
  EXPECT_EQ(future.result()->user.uid(), uid);
  EXPECT_EQ(user.uid(), uid);
  EXPECT_FALSE(user.is_anonymous());
  EXPECT_EQ(ProviderIds(user), std::vector<std::string>{"github.com"});
  EXPECT_EQ(future.result()->additional_user_info.user_name, "katherine");
  EXPECT_COMPLETES(user.LinkWithProvider(&provider), kAuthErrorProviderAlreadyLinked);
}

TEST(LinkWithProvider, WithoutScopesOrParameters) {
  TestApp test;
  Link(test.auth, GitHub());
  ExpectScopes(false);
  ExpectParameters(false);
  Forget(test.auth);
}

TEST(LinkWithProvider, WithoutScopes) {
  TestApp test;
  Link(test.auth, WithParameters(GitHub()));
  ExpectParameters(true);
  Forget(test.auth);
}

TEST(LinkWithProvider, WithScopesAndParameters) {
  TestApp test;
  Link(test.auth, WithParameters(WithScopes(GitHub())));
  ExpectScopes(true);
  ExpectParameters(true);
  Forget(test.auth);
}

TEST(LinkWithProvider, OfABadIdFails) {
  TestApp test;
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  PersonLooks();
  FederatedOAuthProvider provider{FederatedOAuthProviderData("not.a.provider")};
  EXPECT_COMPLETES(test.auth->current_user().LinkWithProvider(&provider),
                   kAuthErrorInvalidProviderId);
  EXPECT_TRUE(test.auth->current_user().is_anonymous());
}

TEST(LinkWithProvider, OfSomebodyElsesGivesACredentialThatSignsIn) {
  TestApp test;
  const std::string owner = SignIn(test.auth, GitHub(), "siobhan");
  test.auth->SignOut();
  ASSERT_COMPLETES(test.auth->SignInAnonymously(), kAuthErrorNone);
  FederatedOAuthProvider provider(GitHub());
  Future<AuthResult> linked = test.auth->current_user().LinkWithProvider(&provider);
  ASSERT_COMPLETES(linked, kAuthErrorCredentialAlreadyInUse);
  ASSERT_NE(linked.result(), nullptr);
  const Credential updated = linked.result()->additional_user_info.updated_credential;
  ASSERT_TRUE(updated.is_valid());
  ASSERT_COMPLETES(test.auth->SignInWithCredential(updated), kAuthErrorNone);
  EXPECT_EQ(test.auth->current_user().uid(), owner);
  Forget(test.auth);
}

}  // namespace
