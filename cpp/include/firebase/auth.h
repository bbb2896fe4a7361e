#ifndef FIREBASE_AUTH_H_
#define FIREBASE_AUTH_H_

#include <stdint.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "firebase/app.h"
#include "firebase/auth/credential.h"
#include "firebase/auth/error_details.h"
#include "firebase/auth/multi_factor.h"
#include "firebase/auth/types.h"
#include "firebase/auth/user.h"
#include "firebase/future.h"
#include "firebase/variant.h"

namespace firebase {

/// Signing users in.
namespace auth {

class AuthStateListener;
class FederatedOAuthProvider;
class IdTokenListener;

/// How an Auth is to be, where not as usual. Not of the official SDK.
struct AuthEnvironment {
  /// True to forget who is signed in when the process ends, and to write no file.
  bool in_memory_sessions = false;
  /// Brings an address before the user, and returns soon; empty for the system's browser. Called on
  /// the thread of the callbacks, until the Auth is deleted.
  std::function<void(const std::string& url)> open_browser;
  /// Seconds until a user in a browser counts as having given up; 0 for five minutes.
  double browser_timeout_seconds = 0;
};

/// Signs users of one app in, and knows who is signed in. Everything may be called from any thread.
///
/// It is got by GetAuth(), and deleted by whoever got it. Deleting waits for a listener or a
/// completion that is being called on another thread; afterwards none is called. Futures that are
/// pending become invalid. What was asked of the server goes on; who is signed in stays so, for the
/// next Auth of the app.
class Auth {
 public:
  /// How an address can sign in.
  struct FetchProvidersResult {
    /// Providers' ids, such as `password` and `github.com`. Empty, too, where the project hides who
    /// is registered.
    std::vector<std::string> providers;
  };

  /// See the class.
  ~Auth();

  Auth(const Auth&) = delete;
  Auth& operator=(const Auth&) = delete;

  /// The auth of an app: the same one each time, until it is deleted.
  ///
  /// @param init_result_out Takes whether it could be made; may be NULL.
  /// @return NULL for a NULL app, and when it could not be made; the log says why.
  static Auth* GetAuth(App* app, InitResult* init_result_out = nullptr);
  /// The same, for the first call, in an environment of the caller's. Not of the official SDK.
  ///
  /// @return NULL, too, when the app has an auth already, made otherwise.
  static Auth* GetAuth(App* app, const AuthEnvironment& environment,
                       InitResult* init_result_out = nullptr);

  /// The app. To be asked while there is one.
  App& app();

  /// The signed-in user; not valid, or a NULL User*, when nobody is. It is known at once: the
  /// session that an earlier process left is read.
  CurrentUser current_user();
  /// As of version 11.
  User* current_user_DEPRECATED();

  /// In which language the server writes to users, as a BCP 47 tag; empty for the project's own.
  std::string language_code() const;
  /// Sets it; NULL or "" for the project's own.
  void set_language_code(const char* language_code);
  /// Sets it to the system's.
  void UseAppLanguage();

  /// The tenant that sign-ins are to; empty for the project's own users. Not of the official SDK.
  std::string tenant_id() const;
  /// Sets it; NULL or "" for the project's own users.
  void set_tenant_id(const char* tenant_id);

  /// Sends everything to a development server: plain HTTP, any API key. To be called before
  /// anything else.
  void UseEmulator(std::string host, uint32_t port);
  /// Sends everything to a server of one's own, such as `https://auth.example.com`; http on this
  /// machine alone. To be called before anything else. Not of the official SDK:
  /// AppOptions::set_server_url() does it for the whole app.
  ///
  /// @return False, and the log says why, for an address that cannot be used.
  bool UseBackend(const char* url);

  /// How an address can sign in.
  Future<FetchProvidersResult> FetchProvidersForEmail(const char* email);
  /// The future of the last FetchProvidersForEmail(), or an invalid one. So with all of these.
  Future<FetchProvidersResult> FetchProvidersForEmailLastResult() const;

  /// Signs in with a token that a back end made for its user.
  AuthResultFuture SignInWithCustomToken(const char* custom_token);
  /// The future of the last SignInWithCustomToken().
  AuthResultFuture SignInWithCustomTokenLastResult() const;

  /// Signs in with what a provider handed out. The account is made if there is none.
  UserFuture SignInWithCredential(const Credential& credential);
  /// The future of the last SignInWithCredential().
  UserFuture SignInWithCredentialLastResult() const;

  /// The same, with what the provider says of the user.
  AuthResultFuture SignInAndRetrieveDataWithCredential(const Credential& credential);
  /// The future of the last SignInAndRetrieveDataWithCredential().
  AuthResultFuture SignInAndRetrieveDataWithCredentialLastResult() const;

  /// Signs in on a provider's pages in a browser, which comes back to this program. The provider is
  /// read during the call alone.
  AuthResultFuture SignInWithProvider(FederatedAuthProvider* provider);
  /// The same, of the provider's data alone.
  AuthResultFuture SignInWithProvider(const FederatedOAuthProviderData& provider_data);

  /// Begins a sign-in with a passkey, of the passkey's own account. Not of the official SDK.
  ///
  /// @return What to ask an authenticator: PublicKeyCredentialRequestOptionsJSON (WebAuthn Level 3
  /// section 5.1.10), as web views and Android's CredentialManager take it.
  Future<std::string> StartPasskeySignIn();
  /// The future of the last StartPasskeySignIn().
  Future<std::string> StartPasskeySignInLastResult() const;
  /// Signs in with an authenticator's answer, AuthenticationResponseJSON.
  AuthResultFuture FinalizePasskeySignIn(const char* response_json);
  /// The future of the last FinalizePasskeySignIn().
  AuthResultFuture FinalizePasskeySignInLastResult() const;

  /// Makes an account without a way to sign in, and signs it in; whoever is signed in anonymously
  /// stays so.
  AuthResultFuture SignInAnonymously();
  /// The future of the last SignInAnonymously().
  AuthResultFuture SignInAnonymouslyLastResult() const;

  /// Signs in with a password.
  AuthResultFuture SignInWithEmailAndPassword(const char* email, const char* password);
  /// The future of the last SignInWithEmailAndPassword().
  AuthResultFuture SignInWithEmailAndPasswordLastResult() const;

  /// Makes an account with a password, and signs it in.
  AuthResultFuture CreateUserWithEmailAndPassword(const char* email, const char* password);
  /// The future of the last CreateUserWithEmailAndPassword().
  AuthResultFuture CreateUserWithEmailAndPasswordLastResult() const;

  /// Forgets the session, and sends nothing. Listeners have been told when it returns.
  void SignOut();

  /// Mails a link by which to choose a new password.
  Future<void> SendPasswordResetEmail(const char* email);
  /// The future of the last SendPasswordResetEmail().
  Future<void> SendPasswordResetEmailLastResult() const;

  /// Asks which requests need a captcha, so that the first of each brings a proof of work at once.
  /// Without this, the first is sent twice, and a project that only audits captchas gets no proofs.
  /// The official SDK does not have it.
  Future<void> InitializeRecaptchaConfig();
  /// The future of the last InitializeRecaptchaConfig().
  Future<void> InitializeRecaptchaConfigLastResult() const;

  /// Tells a listener who is signed in, here and now, and from then on whenever that changes.
  /// Listeners are told one at a time. A listener has its place once, and may listen to several
  /// auths; NULL is passed over.
  void AddAuthStateListener(AuthStateListener* listener);
  /// The listener is told no more. Waits for a call that is under way on another thread, so a lock
  /// that the listener takes must not be held. May be called by the listener.
  void RemoveAuthStateListener(AuthStateListener* listener);
  /// As AddAuthStateListener(), and tells of every new ID token, too.
  void AddIdTokenListener(IdTokenListener* listener);
  /// As RemoveAuthStateListener().
  void RemoveIdTokenListener(IdTokenListener* listener);

  /// As of version 11, here and below.
  Future<User*> SignInWithCustomToken_DEPRECATED(const char* custom_token);
  /// As of version 11.
  Future<User*> SignInWithCustomTokenLastResult_DEPRECATED() const;
  /// As of version 11.
  Future<User*> SignInWithCredential_DEPRECATED(const Credential& credential);
  /// As of version 11.
  Future<User*> SignInWithCredentialLastResult_DEPRECATED() const;
  /// As of version 11.
  Future<SignInResult> SignInAndRetrieveDataWithCredential_DEPRECATED(const Credential& credential);
  /// As of version 11.
  Future<SignInResult> SignInAndRetrieveDataWithCredentialLastResult_DEPRECATED() const;
  /// As of version 11.
  Future<SignInResult> SignInWithProvider_DEPRECATED(FederatedAuthProvider* provider);
  /// As of version 11.
  Future<User*> SignInAnonymously_DEPRECATED();
  /// As of version 11.
  Future<User*> SignInAnonymouslyLastResult_DEPRECATED() const;
  /// As of version 11.
  Future<User*> SignInWithEmailAndPassword_DEPRECATED(const char* email, const char* password);
  /// As of version 11.
  Future<User*> SignInWithEmailAndPasswordLastResult_DEPRECATED() const;
  /// As of version 11.
  Future<User*> CreateUserWithEmailAndPassword_DEPRECATED(const char* email, const char* password);
  /// As of version 11.
  Future<User*> CreateUserWithEmailAndPasswordLastResult_DEPRECATED() const;

 private:
  friend struct internal::AuthAccess;

  explicit Auth(std::shared_ptr<internal::AuthData> data);

  std::shared_ptr<internal::AuthData> auth_data_;
};

/// Is told who is signed in. Calls come on a thread of the SDK's, and on those that add it and that
/// sign out. A call must not wait for an operation, which ends after it.
class AuthStateListener {
 public:
  AuthStateListener();
  AuthStateListener(const AuthStateListener&) = delete;
  AuthStateListener& operator=(const AuthStateListener&) = delete;
  /// Removes it everywhere. By then a derived class's part is gone: where calls may come from
  /// another thread meanwhile, remove it before.
  virtual ~AuthStateListener();

  /// Somebody signed in, or out. Auth::current_user() says who.
  virtual void OnAuthStateChanged(Auth* auth) = 0;

 private:
  friend struct internal::AuthAccess;

  std::vector<std::weak_ptr<internal::AuthData>> auths_;
};

/// Is told of ID tokens. Calls come on a thread of the SDK's, and on those that add it and that sign
/// out. A call must not wait for an operation, which ends after it.
class IdTokenListener {
 public:
  IdTokenListener();
  IdTokenListener(const IdTokenListener&) = delete;
  IdTokenListener& operator=(const IdTokenListener&) = delete;
  /// As AuthStateListener's.
  virtual ~IdTokenListener();

  /// There is a new ID token, or none any more.
  virtual void OnIdTokenChanged(Auth* auth) = 0;

 private:
  friend struct internal::AuthAccess;

  std::vector<std::weak_ptr<internal::AuthData>> auths_;
};

/// A provider that signs users in by pages of its own. FederatedOAuthProvider is one.
class FederatedAuthProvider {
 public:
  /// What takes a sign-in over, in experimental builds of the official SDK. It is here for programs
  /// that name it; nothing is ever handed to it, because an Auth leads its users through pages on a
  /// desktop, too.
  template <class T>
  class Handler {
   public:
    virtual ~Handler() {}
  };

  FederatedAuthProvider();
  virtual ~FederatedAuthProvider();

 protected:
  friend struct internal::AuthAccess;

  /// What the pages are asked for with; NULL for a provider that cannot be.
  virtual const FederatedOAuthProviderData* oauth_data() const = 0;
};

/// A provider that signs users in by OAuth.
class FederatedOAuthProvider : public FederatedAuthProvider {
 public:
  /// See FederatedAuthProvider::Handler.
  typedef FederatedAuthProvider::Handler<FederatedOAuthProviderData> AuthHandler;

  /// None yet.
  FederatedOAuthProvider();
  /// As the data say.
  explicit FederatedOAuthProvider(const FederatedOAuthProviderData& provider_data);
  /// As the data say. The handler is not used.
  FederatedOAuthProvider(const FederatedOAuthProviderData& provider_data, AuthHandler* handler);
  ~FederatedOAuthProvider() override;

  /// For what is asked from now on.
  void SetProviderData(const FederatedOAuthProviderData& provider_data);
  /// The handler is not used.
  void SetAuthHandler(AuthHandler* handler);

 protected:
  const FederatedOAuthProviderData* oauth_data() const override;

 private:
  FederatedOAuthProviderData provider_data_;
};

}  // namespace auth
}  // namespace firebase

#endif  // FIREBASE_AUTH_H_
