#ifndef FIREBASE_AUTH_CREDENTIAL_H_
#define FIREBASE_AUTH_CREDENTIAL_H_

#include <stdint.h>

#include <memory>
#include <string>

#include "firebase/auth/multi_factor_info.h"
#include "firebase/auth/types.h"
#include "firebase/future.h"

namespace firebase {
namespace auth {

class Auth;
class FederatedAuthProvider;
class User;
struct AuthResult;
struct PhoneAuthOptions;

namespace internal {
class AuthData;
class CredentialData;
struct PhoneCodeRequest;
}  // namespace internal

/// What a user proves with who they are. Making one asks nobody: whether it is any good turns out
/// when it is used.
class Credential {
 public:
  /// None.
  Credential();
  /// Copies are of the same credential.
  Credential(const Credential& rhs);
  /// Copies are of the same credential.
  Credential& operator=(const Credential& rhs);
  ~Credential();

  /// Whose credential it is, such as `apple.com`; empty where there is none.
  std::string provider() const;
  /// Whether there is one. A GetCredential() that lacks what it needs gives one that is not valid,
  /// and signing in with that fails with kAuthErrorInvalidCredential.
  bool is_valid() const;

  /// The provider's ID token; empty for a credential without. Not of the official SDK, as the two
  /// below.
  std::string id_token() const;
  /// The provider's OAuth access token, with which its own interface can be called; empty for a
  /// credential without.
  std::string access_token() const;
  /// The secret beside an OAuth 1 token; empty for a credential without.
  std::string secret() const;

 protected:
  friend struct internal::AuthAccess;

  explicit Credential(std::shared_ptr<internal::CredentialData> data);

  std::shared_ptr<internal::CredentialData> data_;
};

/// The credential of a telephone number.
class PhoneAuthCredential : public Credential {
 public:
  /// None.
  PhoneAuthCredential();
  /// Copies are of the same credential.
  PhoneAuthCredential(const PhoneAuthCredential& rhs);
  /// Copies are of the same credential.
  PhoneAuthCredential& operator=(const PhoneAuthCredential& rhs);

  /// The code that it was made with; empty for one that a provider's refusal came with.
  std::string sms_code() const;

 private:
  friend struct internal::AuthAccess;

  explicit PhoneAuthCredential(std::shared_ptr<internal::CredentialData> data);
};

/// E-mail address and password.
class EmailAuthProvider {
 public:
  /// Not valid when one of the two is NULL.
  static Credential GetCredential(const char* email, const char* password);
  /// Of a link that was mailed to sign in by. Not of the official SDK. Not valid when one of the
  /// two is NULL.
  static Credential GetCredentialWithLink(const char* email, const char* link);

  /// `password`.
  static const char* const kProviderId;
};

/// Facebook.
class FacebookAuthProvider {
 public:
  /// Of an access token of Facebook Login. Limited Login hands out ID tokens: see OAuthProvider.
  static Credential GetCredential(const char* access_token);

  /// `facebook.com`.
  static const char* const kProviderId;
};

/// Game Center, which there is on Apple's systems alone.
class GameCenterAuthProvider {
 public:
  /// Fails with kAuthErrorUnimplemented.
  static Future<Credential> GetCredential();
  /// The future of the last call.
  static Future<Credential> GetCredentialLastResult();
  /// False.
  static bool IsPlayerAuthenticated();

  /// `gc.apple.com`.
  static const char* const kProviderId;
};

/// GitHub.
class GitHubAuthProvider {
 public:
  /// Of an access token of GitHub's OAuth.
  static Credential GetCredential(const char* token);

  /// `github.com`.
  static const char* const kProviderId;
};

/// Google.
class GoogleAuthProvider {
 public:
  /// Of an ID token, an access token, or both: one of them may be NULL.
  static Credential GetCredential(const char* id_token, const char* access_token);

  /// `google.com`.
  static const char* const kProviderId;
};

/// Microsoft, which signs in by FederatedOAuthProvider.
class MicrosoftAuthProvider {
 public:
  /// `microsoft.com`.
  static const char* const kProviderId;
};

/// Whichever provider, by its id.
class OAuthProvider {
 public:
  /// Of an ID token, an access token, or both: one of them may be NULL.
  static Credential GetCredential(const char* provider_id, const char* id_token,
                                  const char* access_token);
  /// The same, with the nonce whose SHA-256 the provider put into the ID token, as Apple and
  /// Facebook's Limited Login have it. The nonce may be NULL.
  static Credential GetCredential(const char* provider_id, const char* id_token,
                                  const char* raw_nonce, const char* access_token);
  /// Of Apple's ID token, with the name that Apple tells the app, not the server, at the first
  /// sign-in. The names may be NULL. Not of the official SDK.
  static Credential GetAppleCredential(const char* id_token, const char* raw_nonce,
                                       const char* given_name, const char* family_name);
};

/// What PhoneAuthOptions has for Android's and iOS's pages. Not looked at here.
typedef void* UIParent;

/// Telephone numbers: sends codes, and makes credentials of them.
class PhoneAuthProvider {
 public:
  /// The server's answer to a code that was sent, to send another by.
  class ForceResendingToken {
   public:
    /// None.
    ForceResendingToken();
    /// A copy is equal.
    ForceResendingToken(const ForceResendingToken& rhs);
    /// A copy is equal.
    ForceResendingToken& operator=(const ForceResendingToken& rhs);
    ~ForceResendingToken();

    /// Whether both came with the same code.
    bool operator==(const ForceResendingToken& rhs) const;
    /// Whether they came with different codes.
    bool operator!=(const ForceResendingToken& rhs) const;

   private:
    friend struct internal::AuthAccess;

    std::string verification_id_;
  };

  /// Is told how it goes with a code. Each call comes on a thread of the SDK's. Destroying the
  /// listener ends its calls: the destructor waits for one that is under way on another thread.
  ///
  /// What is deleted during a call of a derived class must be so at the end of it. A derived class
  /// whose members its own calls use should call StopListening() in its destructor.
  class Listener {
   public:
    Listener();
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;
    virtual ~Listener();

    /// The number was verified without a code. Does not happen here.
    virtual void OnVerificationCompleted(PhoneAuthCredential credential);
    /// The form that older programs override. Does not happen here.
    virtual void OnVerificationCompleted(Credential credential);
    /// No code was sent; the error is for people.
    virtual void OnVerificationFailed(const std::string& error) = 0;
    /// The code was sent. The id goes, with what the user types, into
    /// PhoneAuthProvider::GetCredential().
    virtual void OnCodeSent(const std::string& verification_id,
                            const ForceResendingToken& force_resending_token);
    /// The time in which the code might be read by itself is over: as on iOS there is none, and the
    /// call comes at once, after OnCodeSent() and with the same id. Programs for Android ask their
    /// user for the code now.
    virtual void OnCodeAutoRetrievalTimeOut(const std::string& verification_id);

   protected:
    /// From now on nothing is called; what is being called on another thread is waited for.
    void StopListening();

   private:
    friend struct internal::AuthAccess;

    std::shared_ptr<internal::PhoneCodeRequest> requests_;
  };

  /// The longest time that Android waits for a code to read by itself.
  static const uint32_t kMaxTimeoutMs;
  /// `phone`.
  static const char* const kProviderId;

  PhoneAuthProvider(const PhoneAuthProvider&) = delete;
  PhoneAuthProvider& operator=(const PhoneAuthProvider&) = delete;
  ~PhoneAuthProvider();

  /// An auth's: the same object each time, which stays valid after the auth was deleted, and then
  /// fails. For NULL one that always fails.
  static PhoneAuthProvider& GetInstance(Auth* auth);

  /// Sends a code by text message, and tells the listener how it went. A NULL listener is told
  /// nothing.
  void VerifyPhoneNumber(const PhoneAuthOptions& options, Listener* listener);
  /// An older form of it.
  void VerifyPhoneNumber(const char* phone_number, uint32_t auto_verify_time_out_ms,
                         const ForceResendingToken* force_resending_token, Listener* listener);

  /// Of the id that OnCodeSent() was told and the code that the user got. Not valid when one of the
  /// two is NULL.
  PhoneAuthCredential GetCredential(const char* verification_id, const char* verification_code);
  /// An older form of it.
  Credential GetCredential_DEPRECATED(const char* verification_id, const char* verification_code);

 private:
  friend struct internal::AuthAccess;

  PhoneAuthProvider();

  // Not an owner: an auth's data own its provider.
  internal::AuthData* auth_data_;
};

/// What number to send a code to, and what for.
struct PhoneAuthOptions {
  /// The usual.
  PhoneAuthOptions()
      : force_resending_token(nullptr), timeout_milliseconds(0), ui_parent(nullptr) {}

  /// Of the code before this one, or NULL. The server knows by itself, and does not need it.
  PhoneAuthProvider::ForceResendingToken* force_resending_token;
  /// The number, such as `+16505551234`.
  std::string phone_number;
  /// How long Android waits for a code to read by itself. Not looked at here.
  uint32_t timeout_milliseconds;
  /// Not looked at here.
  UIParent ui_parent;
  /// To enrol the number as a second factor: the session of MultiFactor::GetSession(). To sign in
  /// with one: MultiFactorResolver::session(). Not of the official SDK.
  MultiFactorSession multi_factor_session;
  /// To sign in with a second factor: the one of MultiFactorResolver::hints(), instead of a number.
  /// Not of the official SDK.
  MultiFactorInfo multi_factor_hint;
};

/// Google Play Games.
class PlayGamesAuthProvider {
 public:
  /// Of a code for the server.
  static Credential GetCredential(const char* server_auth_code);

  /// `playgames.google.com`.
  static const char* const kProviderId;
};

/// Twitter.
class TwitterAuthProvider {
 public:
  /// Of an OAuth 1 token and its secret.
  static Credential GetCredential(const char* token, const char* secret);

  /// `twitter.com`.
  static const char* const kProviderId;
};

/// Yahoo, which signs in by FederatedOAuthProvider.
class YahooAuthProvider {
 public:
  /// `yahoo.com`.
  static const char* const kProviderId;
};

}  // namespace auth
}  // namespace firebase

#endif  // FIREBASE_AUTH_CREDENTIAL_H_
