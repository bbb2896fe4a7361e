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

/// Signs users in.
namespace auth {

class AuthStateListener;
class FederatedOAuthProvider;
class IdTokenListener;

/// Settings of an Auth. The official SDK does not have them.
struct AuthEnvironment {
  /// True to remove the session when the process ends, and to write no file.
  bool in_memory_sessions = false;
  /// Shows a page to the user, and returns soon; empty for the system's browser. Called on the
  /// callback thread, until the Auth is deleted.
  std::function<void(const std::string& url)> open_browser;
  /// The number of seconds after which a sign-in in a browser counts as cancelled; 0 for five
  /// minutes.
  double browser_timeout_seconds = 0;
};

/// Signs in the users of one app, and provides the signed-in user. All functions may be called from
/// any thread.
///
/// GetAuth() creates an Auth, and its caller deletes the Auth. The deletion waits for a running
/// call of a listener or a completion on another thread; after it, no listener or completion is
/// called. Pending futures become invalid. The requests that were sent continue. The user stays
/// signed in, for the next Auth of the app.
class Auth {
 public:
  /// The sign-in methods of an address.
  struct FetchProvidersResult {
    /// The ids of providers, such as `password` and `github.com`. Also empty if the project does
    /// not reveal who is registered.
    std::vector<std::string> providers;
  };

  /// Deletes the Auth; see the class.
  ~Auth();

  Auth(const Auth&) = delete;
  Auth& operator=(const Auth&) = delete;

  /// Returns the app's Auth: the same object at each call, until the Auth is deleted.
  ///
  /// @param init_result_out Receives the result of the initialization; may be NULL.
  /// @return NULL if `app` is NULL or the Auth could not be created; the log contains the reason.
  static Auth* GetAuth(App* app, InitResult* init_result_out = nullptr);
  /// Returns the app's Auth with the caller's environment. Only the first GetAuth() call for an app
  /// can set the environment. The official SDK does not have this function.
  ///
  /// @return Also NULL if the app already has an Auth with another environment.
  static Auth* GetAuth(App* app, const AuthEnvironment& environment,
                       InitResult* init_result_out = nullptr);

  /// The app. Call this only while the app exists.
  App& app();

  /// The signed-in user. It is not valid, and a NULL User*, if no user is signed in. It is
  /// available at once: the first access reads the stored session.
  CurrentUser current_user();
  /// For programs written for version 11.
  User* current_user_DEPRECATED();

  /// The language of the server's messages to users, as a BCP 47 tag; empty for the project's
  /// language.
  std::string language_code() const;
  /// Sets the language; NULL or "" for the project's language.
  void set_language_code(const char* language_code);
  /// Sets the language of the system.
  void UseAppLanguage();

  /// The tenant to sign in to; empty for the project's own users. The official SDK does not have
  /// it.
  std::string tenant_id() const;
  /// Sets the tenant; NULL or "" for the project's own users.
  void set_tenant_id(const char* tenant_id);

  /// Sends all requests to a development server: plain HTTP, any API key. Call it before any other
  /// operation.
  void UseEmulator(std::string host, uint32_t port);
  /// Sends all requests to your own server, such as `https://auth.example.com`. The address may be
  /// http only on this machine. Call it before any other operation. The official SDK does not have
  /// this function. AppOptions::set_server_url() sets the server for the whole app.
  ///
  /// @return False if the address cannot be used; the log contains the reason.
  bool UseBackend(const char* url);

  /// Returns the sign-in methods of an address.
  Future<FetchProvidersResult> FetchProvidersForEmail(const char* email);
  /// The future of the last FetchProvidersForEmail(); invalid before the first call. This applies
  /// to all `…LastResult()` functions.
  Future<FetchProvidersResult> FetchProvidersForEmailLastResult() const;

  /// Signs in with a custom token that a back end signed for the user.
  AuthResultFuture SignInWithCustomToken(const char* custom_token);
  /// The future of the last SignInWithCustomToken().
  AuthResultFuture SignInWithCustomTokenLastResult() const;

  /// Signs in with a provider's credential. The account is created if it does not exist.
  UserFuture SignInWithCredential(const Credential& credential);
  /// The future of the last SignInWithCredential().
  UserFuture SignInWithCredentialLastResult() const;

  /// Signs in as SignInWithCredential() does, and also returns the provider's data about the user.
  AuthResultFuture SignInAndRetrieveDataWithCredential(const Credential& credential);
  /// The future of the last SignInAndRetrieveDataWithCredential().
  AuthResultFuture SignInAndRetrieveDataWithCredentialLastResult() const;

  /// Signs in with a provider's pages in a browser, which then returns to this program. `provider`
  /// is read only during the call.
  AuthResultFuture SignInWithProvider(FederatedAuthProvider* provider);
  /// Signs in with a provider's pages in a browser, from the provider's data alone.
  AuthResultFuture SignInWithProvider(const FederatedOAuthProviderData& provider_data);

  /// Begins a sign-in with a passkey. The passkey identifies the account. The official SDK does not
  /// have this function.
  ///
  /// @return The request for an authenticator: PublicKeyCredentialRequestOptionsJSON (WebAuthn
  /// Level 3 section 5.1.10), the format for web views and Android's CredentialManager.
  Future<std::string> StartPasskeySignIn();
  /// The future of the last StartPasskeySignIn().
  Future<std::string> StartPasskeySignInLastResult() const;
  /// Signs in with an authenticator's answer, AuthenticationResponseJSON.
  AuthResultFuture FinalizePasskeySignIn(const char* response_json);
  /// The future of the last FinalizePasskeySignIn().
  AuthResultFuture FinalizePasskeySignInLastResult() const;

  /// Creates an anonymous account and signs in to it. If an anonymous user is already signed in,
  /// returns that user.
  AuthResultFuture SignInAnonymously();
  /// The future of the last SignInAnonymously().
  AuthResultFuture SignInAnonymouslyLastResult() const;

  /// Signs in with a password.
  AuthResultFuture SignInWithEmailAndPassword(const char* email, const char* password);
  /// The future of the last SignInWithEmailAndPassword().
  AuthResultFuture SignInWithEmailAndPasswordLastResult() const;

  /// Creates an account with a password, and signs in to it.
  AuthResultFuture CreateUserWithEmailAndPassword(const char* email, const char* password);
  /// The future of the last CreateUserWithEmailAndPassword().
  AuthResultFuture CreateUserWithEmailAndPasswordLastResult() const;

  /// Removes the session. Sends nothing to the server. The listeners have been called when it
  /// returns.
  void SignOut();

  /// Mails a link to a page where the user can set a new password.
  Future<void> SendPasswordResetEmail(const char* email);
  /// The future of the last SendPasswordResetEmail().
  Future<void> SendPasswordResetEmailLastResult() const;

  /// Asks the server which actions need a captcha. The first request of each such action then
  /// already contains a proof of work. Without this call, the SDK sends the first request of each
  /// action twice, and a project that only audits captchas gets no proofs. The official SDK does
  /// not have this function.
  Future<void> InitializeRecaptchaConfig();
  /// The future of the last InitializeRecaptchaConfig().
  Future<void> InitializeRecaptchaConfigLastResult() const;

  /// Calls a listener with the current state, during this call, and then at each sign-in, sign-out
  /// and change of user. Only one listener is called at a time. A second addition of the same
  /// listener has no effect. A listener may listen to several Auths. NULL is ignored.
  void AddAuthStateListener(AuthStateListener* listener);
  /// Removes a listener. Waits for a running call on another thread, so do not hold a lock that the
  /// listener needs. The listener itself may call this function.
  void RemoveAuthStateListener(AuthStateListener* listener);
  /// Adds a listener as AddAuthStateListener() does, and also calls it for each new ID token.
  void AddIdTokenListener(IdTokenListener* listener);
  /// Removes a listener as RemoveAuthStateListener() does.
  void RemoveIdTokenListener(IdTokenListener* listener);

  /// For programs written for version 11, here and below.
  Future<User*> SignInWithCustomToken_DEPRECATED(const char* custom_token);
  /// For programs written for version 11.
  Future<User*> SignInWithCustomTokenLastResult_DEPRECATED() const;
  /// For programs written for version 11.
  Future<User*> SignInWithCredential_DEPRECATED(const Credential& credential);
  /// For programs written for version 11.
  Future<User*> SignInWithCredentialLastResult_DEPRECATED() const;
  /// For programs written for version 11.
  Future<SignInResult> SignInAndRetrieveDataWithCredential_DEPRECATED(const Credential& credential);
  /// For programs written for version 11.
  Future<SignInResult> SignInAndRetrieveDataWithCredentialLastResult_DEPRECATED() const;
  /// For programs written for version 11.
  Future<SignInResult> SignInWithProvider_DEPRECATED(FederatedAuthProvider* provider);
  /// For programs written for version 11.
  Future<User*> SignInAnonymously_DEPRECATED();
  /// For programs written for version 11.
  Future<User*> SignInAnonymouslyLastResult_DEPRECATED() const;
  /// For programs written for version 11.
  Future<User*> SignInWithEmailAndPassword_DEPRECATED(const char* email, const char* password);
  /// For programs written for version 11.
  Future<User*> SignInWithEmailAndPasswordLastResult_DEPRECATED() const;
  /// For programs written for version 11.
  Future<User*> CreateUserWithEmailAndPassword_DEPRECATED(const char* email, const char* password);
  /// For programs written for version 11.
  Future<User*> CreateUserWithEmailAndPasswordLastResult_DEPRECATED() const;

 private:
  friend struct internal::AuthAccess;

  explicit Auth(std::shared_ptr<internal::AuthData> data);

  std::shared_ptr<internal::AuthData> auth_data_;
};

/// Receives changes of the signed-in user. It is called on a thread of the SDK, and on the threads
/// that add it or sign out. A call must not wait for an operation: the operation completes only
/// after the call.
class AuthStateListener {
 public:
  AuthStateListener();
  AuthStateListener(const AuthStateListener&) = delete;
  AuthStateListener& operator=(const AuthStateListener&) = delete;
  /// Removes the listener from all Auths. At this point, the derived class's part is already
  /// destroyed. If another thread may call the listener, remove it before its destruction.
  virtual ~AuthStateListener();

  /// Called after a user signed in or out. Auth::current_user() returns the current user.
  virtual void OnAuthStateChanged(Auth* auth) = 0;

 private:
  friend struct internal::AuthAccess;

  std::vector<std::weak_ptr<internal::AuthData>> auths_;
};

/// Receives changes of the ID token. It is called on a thread of the SDK, and on the threads that
/// add it or sign out. A call must not wait for an operation: the operation completes only after
/// the call.
class IdTokenListener {
 public:
  IdTokenListener();
  IdTokenListener(const IdTokenListener&) = delete;
  IdTokenListener& operator=(const IdTokenListener&) = delete;
  /// Removes the listener, as AuthStateListener's destructor does.
  virtual ~IdTokenListener();

  /// Called when there is a new ID token, or no ID token any more.
  virtual void OnIdTokenChanged(Auth* auth) = 0;

 private:
  friend struct internal::AuthAccess;

  std::vector<std::weak_ptr<internal::AuthData>> auths_;
};

/// A provider that signs users in with its own pages, such as FederatedOAuthProvider.
class FederatedAuthProvider {
 public:
  /// Handles a sign-in itself, in experimental builds of the official SDK. This class exists for
  /// programs that name it. The SDK never calls it, because an Auth also shows the provider's pages
  /// on a desktop.
  template <class T>
  class Handler {
   public:
    virtual ~Handler() {}
  };

  FederatedAuthProvider();
  virtual ~FederatedAuthProvider();

 protected:
  friend struct internal::AuthAccess;

  /// The data of the request for the pages; NULL if the provider does not have such data.
  virtual const FederatedOAuthProviderData* oauth_data() const = 0;
};

/// A provider that signs users in with OAuth.
class FederatedOAuthProvider : public FederatedAuthProvider {
 public:
  /// See FederatedAuthProvider::Handler.
  typedef FederatedAuthProvider::Handler<FederatedOAuthProviderData> AuthHandler;

  /// Creates a provider without data.
  FederatedOAuthProvider();
  /// Creates a provider with these data.
  explicit FederatedOAuthProvider(const FederatedOAuthProviderData& provider_data);
  /// Creates a provider with these data. The handler is not used.
  FederatedOAuthProvider(const FederatedOAuthProviderData& provider_data, AuthHandler* handler);
  ~FederatedOAuthProvider() override;

  /// Sets the data for all later requests.
  void SetProviderData(const FederatedOAuthProviderData& provider_data);
  /// Logs a warning: the handler is not used.
  void SetAuthHandler(AuthHandler* handler);

 protected:
  const FederatedOAuthProviderData* oauth_data() const override;

 private:
  FederatedOAuthProviderData provider_data_;
};

}  // namespace auth
}  // namespace firebase

#endif  // FIREBASE_AUTH_H_
