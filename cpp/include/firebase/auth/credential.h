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

/// Proves who a user is. The creation of a credential sends no request. The server checks the
/// credential when it is used.
class Credential {
 public:
  /// Creates a credential that is not valid.
  Credential();
  /// Creates a copy that refers to the same credential.
  Credential(const Credential& rhs);
  /// Creates a copy that refers to the same credential.
  Credential& operator=(const Credential& rhs);
  ~Credential();

  /// The id of the provider, such as `apple.com`; empty if the credential is not valid.
  std::string provider() const;
  /// True if there is a credential. If a GetCredential() lacks a required value, its result is not
  /// valid. A sign-in with this result fails with kAuthErrorInvalidCredential.
  bool is_valid() const;

  /// The provider's ID token; empty if the credential has none. The official SDK does not have this
  /// function and the next two.
  std::string id_token() const;
  /// The provider's OAuth access token, for the provider's own API; empty if the credential has
  /// none.
  std::string access_token() const;
  /// The secret of an OAuth 1 token; empty if the credential has none.
  std::string secret() const;

 protected:
  friend struct internal::AuthAccess;

  explicit Credential(std::shared_ptr<internal::CredentialData> data);

  std::shared_ptr<internal::CredentialData> data_;
};

/// The credential of a telephone number.
class PhoneAuthCredential : public Credential {
 public:
  /// Creates a credential that is not valid.
  PhoneAuthCredential();
  /// Creates a copy that refers to the same credential.
  PhoneAuthCredential(const PhoneAuthCredential& rhs);
  /// Creates a copy that refers to the same credential.
  PhoneAuthCredential& operator=(const PhoneAuthCredential& rhs);

  /// The code of the text message; empty for a credential that the server returned with an error.
  std::string sms_code() const;

 private:
  friend struct internal::AuthAccess;

  explicit PhoneAuthCredential(std::shared_ptr<internal::CredentialData> data);
};

/// Makes credentials from an e-mail address and a password or a link.
class EmailAuthProvider {
 public:
  /// Returns a credential that is not valid if an argument is NULL.
  static Credential GetCredential(const char* email, const char* password);
  /// Returns the credential of a mailed sign-in link. The result is not valid if an argument is
  /// NULL. The official SDK does not have this function.
  static Credential GetCredentialWithLink(const char* email, const char* link);

  /// `password`.
  static const char* const kProviderId;
};

/// Makes credentials for Facebook.
class FacebookAuthProvider {
 public:
  /// Returns the credential of an access token of Facebook Login. Limited Login issues ID tokens:
  /// see OAuthProvider.
  static Credential GetCredential(const char* access_token);

  /// `facebook.com`.
  static const char* const kProviderId;
};

/// Game Center, which exists only on Apple's systems.
class GameCenterAuthProvider {
 public:
  /// Returns a future that fails with kAuthErrorUnimplemented.
  static Future<Credential> GetCredential();
  /// The future of the last GetCredential().
  static Future<Credential> GetCredentialLastResult();
  /// Returns false.
  static bool IsPlayerAuthenticated();

  /// `gc.apple.com`.
  static const char* const kProviderId;
};

/// Makes credentials for GitHub.
class GitHubAuthProvider {
 public:
  /// Returns the credential of an access token of GitHub's OAuth.
  static Credential GetCredential(const char* token);

  /// `github.com`.
  static const char* const kProviderId;
};

/// Makes credentials for Google.
class GoogleAuthProvider {
 public:
  /// Returns the credential of an ID token, an access token, or both: one of them may be NULL.
  static Credential GetCredential(const char* id_token, const char* access_token);

  /// `google.com`.
  static const char* const kProviderId;
};

/// Microsoft. Use FederatedOAuthProvider to sign in.
class MicrosoftAuthProvider {
 public:
  /// `microsoft.com`.
  static const char* const kProviderId;
};

/// Makes credentials for any provider, by its id.
class OAuthProvider {
 public:
  /// Returns the credential of an ID token, an access token, or both: one of them may be NULL.
  static Credential GetCredential(const char* provider_id, const char* id_token,
                                  const char* access_token);
  /// Returns the credential of tokens with a nonce. The ID token contains the SHA-256 of this
  /// nonce, as with Apple and Facebook's Limited Login. The nonce may be NULL.
  static Credential GetCredential(const char* provider_id, const char* id_token,
                                  const char* raw_nonce, const char* access_token);
  /// Returns the credential of Apple's ID token and the user's name. At the first sign-in, Apple
  /// gives the name to the app, not to the server. The names may be NULL. The official SDK does not
  /// have this function.
  static Credential GetAppleCredential(const char* id_token, const char* raw_nonce,
                                       const char* given_name, const char* family_name);
};

/// The parent of PhoneAuthOptions' pages on Android and iOS. This SDK does not use it.
typedef void* UIParent;

/// Sends codes to telephone numbers, and makes credentials from them.
class PhoneAuthProvider {
 public:
  /// Identifies a code that was sent, for a request to send another code.
  class ForceResendingToken {
   public:
    /// Creates an empty token.
    ForceResendingToken();
    /// Copies the token.
    ForceResendingToken(const ForceResendingToken& rhs);
    /// Copies the token.
    ForceResendingToken& operator=(const ForceResendingToken& rhs);
    ~ForceResendingToken();

    /// True if both tokens belong to the same code.
    bool operator==(const ForceResendingToken& rhs) const;
    /// True if the tokens belong to different codes.
    bool operator!=(const ForceResendingToken& rhs) const;

   private:
    friend struct internal::AuthAccess;

    std::string verification_id_;
  };

  /// Receives the events of a phone verification. The calls run on a thread of the SDK. The
  /// destructor ends the calls: it waits for a running call on another thread.
  ///
  /// A callback of a derived class may delete the listener, but only as the callback's last action.
  /// If the callbacks use members of the derived class, its destructor should call StopListening().
  class Listener {
   public:
    Listener();
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;
    virtual ~Listener();

    /// The number was verified without a code. This SDK never calls it.
    virtual void OnVerificationCompleted(PhoneAuthCredential credential);
    /// The form that older programs override. This SDK never calls it.
    virtual void OnVerificationCompleted(Credential credential);
    /// No code was sent. `error` is a sentence for people.
    virtual void OnVerificationFailed(const std::string& error) = 0;
    /// The code was sent. Pass the id and the code from the user to
    /// PhoneAuthProvider::GetCredential().
    virtual void OnCodeSent(const std::string& verification_id,
                            const ForceResendingToken& force_resending_token);
    /// The time for the automatic retrieval of the code has ended. As on iOS, there is no such
    /// retrieval, so this call follows OnCodeSent() at once, with the same id. Programs for Android
    /// then ask the user for the code.
    virtual void OnCodeAutoRetrievalTimeOut(const std::string& verification_id);

   protected:
    /// Ends all calls. Waits for a running call on another thread.
    void StopListening();

   private:
    friend struct internal::AuthAccess;

    std::shared_ptr<internal::PhoneCodeRequest> requests_;
  };

  /// The longest time that Android waits for the automatic retrieval of a code.
  static const uint32_t kMaxTimeoutMs;
  /// `phone`.
  static const char* const kProviderId;

  PhoneAuthProvider(const PhoneAuthProvider&) = delete;
  PhoneAuthProvider& operator=(const PhoneAuthProvider&) = delete;
  ~PhoneAuthProvider();

  /// Returns the provider of an Auth: the same object at each call. The object stays valid after
  /// the Auth was deleted, but its operations then fail. For NULL, returns a provider that always
  /// fails.
  static PhoneAuthProvider& GetInstance(Auth* auth);

  /// Sends a code by text message, and calls the listener with the outcome. The listener may be
  /// NULL.
  void VerifyPhoneNumber(const PhoneAuthOptions& options, Listener* listener);
  /// An older form of VerifyPhoneNumber().
  void VerifyPhoneNumber(const char* phone_number, uint32_t auto_verify_time_out_ms,
                         const ForceResendingToken* force_resending_token, Listener* listener);

  /// Returns the credential of the id from OnCodeSent() and the code that the user received. The
  /// result is not valid if an argument is NULL.
  PhoneAuthCredential GetCredential(const char* verification_id, const char* verification_code);
  /// An older form of GetCredential().
  Credential GetCredential_DEPRECATED(const char* verification_id, const char* verification_code);

 private:
  friend struct internal::AuthAccess;

  PhoneAuthProvider();

  // Not an owning pointer: the AuthData owns this provider.
  internal::AuthData* auth_data_;
};

/// The number to send a code to, and the purpose of the code.
struct PhoneAuthOptions {
  /// Creates options with default values.
  PhoneAuthOptions()
      : force_resending_token(nullptr), timeout_milliseconds(0), ui_parent(nullptr) {}

  /// The token of the previous code, or NULL. The server does not need it.
  PhoneAuthProvider::ForceResendingToken* force_resending_token;
  /// The number, such as `+16505551234`.
  std::string phone_number;
  /// How long Android waits for the automatic retrieval of a code. This SDK does not use it.
  uint32_t timeout_milliseconds;
  /// This SDK does not use it.
  UIParent ui_parent;
  /// For the enrolment of the number as a second factor: the session of MultiFactor::GetSession().
  /// For a sign-in with a second factor: MultiFactorResolver::session(). The official SDK does not
  /// have this member.
  MultiFactorSession multi_factor_session;
  /// For a sign-in with a second factor: a factor of MultiFactorResolver::hints(), instead of a
  /// number. The official SDK does not have this member.
  MultiFactorInfo multi_factor_hint;
};

/// Makes credentials for Google Play Games.
class PlayGamesAuthProvider {
 public:
  /// Returns the credential of an authorization code for the server.
  static Credential GetCredential(const char* server_auth_code);

  /// `playgames.google.com`.
  static const char* const kProviderId;
};

/// Makes credentials for Twitter.
class TwitterAuthProvider {
 public:
  /// Returns the credential of an OAuth 1 token and its secret.
  static Credential GetCredential(const char* token, const char* secret);

  /// `twitter.com`.
  static const char* const kProviderId;
};

/// Yahoo. Use FederatedOAuthProvider to sign in.
class YahooAuthProvider {
 public:
  /// `yahoo.com`.
  static const char* const kProviderId;
};

}  // namespace auth
}  // namespace firebase

#endif  // FIREBASE_AUTH_CREDENTIAL_H_
