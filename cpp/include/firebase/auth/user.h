#ifndef FIREBASE_AUTH_USER_H_
#define FIREBASE_AUTH_USER_H_

#include <stdint.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "firebase/auth/credential.h"
#include "firebase/auth/multi_factor.h"
#include "firebase/auth/types.h"
#include "firebase/future.h"
#include "firebase/variant.h"

namespace firebase {
namespace auth {

class Auth;
class FederatedAuthProvider;
class User;
struct AuthResult;
struct SignInResult;

namespace internal {
class AuthData;
struct UserInfoData;
}  // namespace internal

/// The result of a sign-in: an AuthResult for current programs. For programs for versions up to 10,
/// a SignInResult or a User*, which is NULL after a failure.
typedef DualFuture<AuthResult, SignInResult, User*> AuthResultFuture;
/// A User for current programs. For programs for versions up to 10, a User*, which is NULL after a
/// failure.
typedef DualFuture<User, User*> UserFuture;

/// The data that a provider has about a user.
class UserInfoInterface {
 public:
  /// Creates an object without data.
  UserInfoInterface();
  /// Copies the data.
  UserInfoInterface(const UserInfoInterface&);
  /// Copies the data.
  UserInfoInterface& operator=(const UserInfoInterface&);
  virtual ~UserInfoInterface();

  /// The user's id at this provider.
  virtual std::string uid() const;
  /// The user's e-mail address; empty if there is none. This applies to all values below.
  virtual std::string email() const;
  /// The user's name.
  virtual std::string display_name() const;
  /// The URL of the user's picture.
  virtual std::string photo_url() const;
  /// The source of the data: a provider's id, or `Firebase` for the project.
  virtual std::string provider_id() const;
  /// The user's telephone number.
  virtual std::string phone_number() const;

  /// Returns this object: programs for versions up to 10 use pointers.
  const UserInfoInterface* operator->() const { return this; }

 private:
  friend struct internal::AuthAccess;

  explicit UserInfoInterface(std::shared_ptr<const internal::UserInfoData> data);

  std::shared_ptr<const internal::UserInfoData> data_;
};

/// The result of User::provider_data(): a vector of values. For programs for versions up to 10, a
/// vector of pointers, which stay valid while the Auth exists.
class UserInfoList : public std::vector<UserInfoInterface> {
 public:
  /// Creates an empty list.
  UserInfoList();
  UserInfoList(const UserInfoList&);
  UserInfoList& operator=(const UserInfoList&);
  ~UserInfoList();

  /// Converts to pointers. The Auth stores each different state of a user's providers until the
  /// Auth is deleted.
  operator const std::vector<UserInfoInterface*>&() const;  // NOLINT: implicit on purpose

 private:
  friend struct internal::AuthAccess;

  std::shared_ptr<internal::AuthData> auth_data_;
};

/// Data from a sign-in, in addition to the user.
struct AdditionalUserInfo {
  AdditionalUserInfo();
  AdditionalUserInfo(const AdditionalUserInfo&);
  AdditionalUserInfo& operator=(const AdditionalUserInfo&);
  ~AdditionalUserInfo();

  /// The provider of the sign-in, such as `github.com`.
  std::string provider_id;
  /// The user's name at the provider, if it is not the e-mail address: for example GitHub's login.
  std::string user_name;
  /// The provider's data about the user, under the provider's own names. The keys are texts.
  std::map<Variant, Variant> profile;
  /// A credential that some failures return. The app can sign in or link with it instead of the
  /// refused credential, without another request to the provider.
  Credential updated_credential;
  /// True if this sign-in created the account. The official SDK does not have this member.
  bool is_new_user;
};

/// A user's passkey. The official SDK does not have it.
struct PasskeyInfo {
  /// The user's name for the passkey.
  std::string name;
  /// The argument of User::UnenrollPasskey().
  std::string credential_id;
};

/// The times at which an account was created and last used.
struct UserMetadata {
  /// Creates an object without times.
  UserMetadata() : last_sign_in_timestamp(0), creation_timestamp(0) {}

  /// The time of the last sign-in, in milliseconds since 1970; 0 if it is not known.
  uint64_t last_sign_in_timestamp;
  /// The time of the account's creation, in milliseconds since 1970; 0 if it is not known.
  uint64_t creation_timestamp;
};

/// The user who is signed in to an Auth.
///
/// All User objects of one Auth represent the same user, because each object follows the Auth. When
/// the user signs out, all of them become invalid. When a user signs in, all of them represent this
/// user. On an invalid object, operations return a completed future with kAuthErrorNoSignedInUser,
/// and texts are empty. Several threads may use one object, but the object must exist until all its
/// calls have returned.
class User : public UserInfoInterface {
 public:
  /// The changes of a profile.
  struct UserProfile {
    /// The name: NULL does not change it, "" removes it.
    const char* display_name = nullptr;
    /// The URL of the picture: NULL does not change it, "" removes it.
    const char* photo_url = nullptr;
  };

  /// Creates an object without an Auth, which is never valid.
  User();
  /// Creates a copy that follows the same Auth.
  User(const User&);
  /// Creates a copy that follows the same Auth.
  User& operator=(const User&);
  ~User() override;

  /// True if both objects are valid and follow the same Auth, or if neither is valid.
  bool operator==(const User&) const;
  /// True if the objects are not equal.
  bool operator!=(const User& other) const { return !(*this == other); }

  /// Returns this object: programs for versions up to 10 use pointers.
  User* operator->() { return this; }
  /// Returns this object.
  const User* operator->() const { return this; }

  /// True if a user is signed in.
  bool is_valid() const;

  /// Returns an ID token, which proves to back ends who the user is. The token is refreshed if it
  /// is about to expire, or if `force_refresh` is true, for example after a change of its claims.
  Future<std::string> GetToken(bool force_refresh);
  /// Returns an ID token as GetToken() does. GetTokenLastResult() does not return this function's
  /// future. GetToken() may also be called from any thread.
  Future<std::string> GetTokenThreadSafe(bool force_refresh);
  /// The future of the last GetToken(); invalid before the first call. This applies to all
  /// `…LastResult()` functions.
  Future<std::string> GetTokenLastResult() const;

  /// The data of each linked provider.
  UserInfoList provider_data() const;
  /// Returns the data as pointers, which stay valid until the Auth is deleted.
  const std::vector<UserInfoInterface*>& provider_data_DEPRECATED() const;

  /// Changes the address without proof that it belongs to the user. Fails if the project does not
  /// reveal who is registered. This function is from versions up to 12: prefer
  /// SendEmailVerificationBeforeUpdatingEmail().
  Future<void> UpdateEmail(const char* email);
  /// The future of the last UpdateEmail().
  Future<void> UpdateEmailLastResult() const;

  /// Changes the password.
  Future<void> UpdatePassword(const char* password);
  /// The future of the last UpdatePassword().
  Future<void> UpdatePasswordLastResult() const;

  /// Reauthenticates the user, for an operation that needs a recent sign-in. With another account's
  /// credential, the operation fails with kAuthErrorUserMismatch.
  DualFuture<void, SignInResult> Reauthenticate(const Credential& credential);
  /// The future of the last Reauthenticate().
  DualFuture<void, SignInResult> ReauthenticateLastResult() const;
  /// Reauthenticates as Reauthenticate() does, and also returns the provider's data about the user.
  AuthResultFuture ReauthenticateAndRetrieveData(const Credential& credential);
  /// The future of the last ReauthenticateAndRetrieveData().
  AuthResultFuture ReauthenticateAndRetrieveDataLastResult() const;
  /// For programs written for version 11.
  Future<SignInResult> ReauthenticateAndRetrieveData_DEPRECATED(const Credential& credential);
  /// For programs written for version 11.
  Future<SignInResult> ReauthenticateAndRetrieveDataLastResult_DEPRECATED() const;
  /// Reauthenticates with the provider's pages in a browser. `provider` is read only during the
  /// call.
  AuthResultFuture ReauthenticateWithProvider(FederatedAuthProvider* provider) const;
  /// Reauthenticates with the provider's pages in a browser, from the provider's data alone.
  AuthResultFuture ReauthenticateWithProvider(
      const FederatedOAuthProviderData& provider_data) const;
  /// For programs written for version 11.
  Future<SignInResult> ReauthenticateWithProvider_DEPRECATED(FederatedAuthProvider* provider) const;

  /// Mails the user a link that verifies the address.
  Future<void> SendEmailVerification();
  /// The future of the last SendEmailVerification().
  Future<void> SendEmailVerificationLastResult() const;
  /// Mails a link to a new address. When the user opens the link, the account gets the new address.
  Future<void> SendEmailVerificationBeforeUpdatingEmail(const char* email);
  /// The future of the last SendEmailVerificationBeforeUpdatingEmail().
  Future<void> SendEmailVerificationBeforeUpdatingEmailLastResult() const;

  /// Changes name and picture. The texts are read only during the call.
  Future<void> UpdateUserProfile(const UserProfile& profile);
  /// The future of the last UpdateUserProfile().
  Future<void> UpdateUserProfileLastResult() const;

  /// Links a further sign-in method. If the credential belongs to another account, the operation
  /// fails with kAuthErrorCredentialAlreadyInUse, and the result contains
  /// `additional_user_info.updated_credential`.
  AuthResultFuture LinkWithCredential(const Credential& credential);
  /// The future of the last LinkWithCredential().
  AuthResultFuture LinkWithCredentialLastResult() const;
  /// For programs written for version 11.
  Future<User*> LinkWithCredential_DEPRECATED(const Credential& credential);
  /// For programs written for version 11.
  Future<User*> LinkWithCredentialLastResult_DEPRECATED() const;
  /// For programs written for versions up to 11: `result()->info.updated_credential` is the updated
  /// credential.
  Future<SignInResult> LinkAndRetrieveDataWithCredential(const Credential& credential);
  /// The future of the last LinkAndRetrieveDataWithCredential().
  Future<SignInResult> LinkAndRetrieveDataWithCredentialLastResult() const;
  /// Links with the provider's pages in a browser. `provider` is read only during the call.
  AuthResultFuture LinkWithProvider(FederatedAuthProvider* provider) const;
  /// Links with the provider's pages in a browser, from the provider's data alone.
  AuthResultFuture LinkWithProvider(const FederatedOAuthProviderData& provider_data) const;
  /// For programs written for version 11.
  Future<SignInResult> LinkWithProvider_DEPRECATED(FederatedAuthProvider* provider) const;

  /// Removes a sign-in method.
  AuthResultFuture Unlink(const char* provider);
  /// The future of the last Unlink().
  AuthResultFuture UnlinkLastResult() const;
  /// For programs written for version 11.
  Future<User*> Unlink_DEPRECATED(const char* provider);
  /// For programs written for version 11.
  Future<User*> UnlinkLastResult_DEPRECATED() const;

  /// Changes the telephone number to the number that the credential proves.
  UserFuture UpdatePhoneNumberCredential(const PhoneAuthCredential& credential);
  /// For programs written for versions up to 10. Refuses any credential that is not for a telephone
  /// number.
  UserFuture UpdatePhoneNumberCredential(const Credential& credential);
  /// The future of the last UpdatePhoneNumberCredential().
  UserFuture UpdatePhoneNumberCredentialLastResult() const;
  /// For programs written for version 11.
  Future<User*> UpdatePhoneNumberCredential_DEPRECATED(const Credential& credential);
  /// For programs written for version 11.
  Future<User*> UpdatePhoneNumberCredentialLastResult_DEPRECATED() const;

  /// Updates the user's data from the server.
  Future<void> Reload();
  /// The future of the last Reload().
  Future<void> ReloadLastResult() const;
  /// Deletes the account, and signs the user out.
  Future<void> Delete();
  /// The future of the last Delete().
  Future<void> DeleteLastResult() const;

  /// The user's second factors. The official SDK does not have them.
  MultiFactor multi_factor() const;

  /// The user's passkeys, as of the last Reload(). The official SDK does not have this function and
  /// the passkey functions below.
  std::vector<PasskeyInfo> enrolled_passkeys() const;
  /// Begins to add a passkey.
  ///
  /// @return The request for an authenticator: PublicKeyCredentialCreationOptionsJSON (WebAuthn
  /// Level 3 section 5.1.9), the format for web views and Android's CredentialManager.
  Future<std::string> StartPasskeyEnrollment();
  /// The future of the last StartPasskeyEnrollment().
  Future<std::string> StartPasskeyEnrollmentLastResult() const;
  /// Adds the passkey of an authenticator's answer, RegistrationResponseJSON. `name` is the user's
  /// name for the passkey, and may be NULL.
  Future<void> FinalizePasskeyEnrollment(const char* response_json, const char* name = nullptr);
  /// The future of the last FinalizePasskeyEnrollment().
  Future<void> FinalizePasskeyEnrollmentLastResult() const;
  /// Removes the passkey with this id.
  Future<void> UnenrollPasskey(const char* credential_id);
  /// The future of the last UnenrollPasskey().
  Future<void> UnenrollPasskeyLastResult() const;

  /// The times at which the account was created and last used.
  UserMetadata metadata() const;
  /// True if the user has proved that the e-mail address belongs to them. Reload() updates the
  /// value.
  bool is_email_verified() const;
  /// True if the account has no way to sign in. The user loses the account at sign-out.
  bool is_anonymous() const;
  /// The account's tenant; empty for the project's own users. The official SDK does not have it.
  std::string tenant_id() const;

  /// The account's id, which never changes: `sub` of its ID tokens.
  std::string uid() const override;
  /// The account's e-mail address.
  std::string email() const override;
  /// The user's name.
  std::string display_name() const override;
  /// The URL of the user's picture.
  std::string photo_url() const override;
  /// `Firebase`; empty if no user is signed in.
  std::string provider_id() const override;
  /// The user's verified telephone number.
  std::string phone_number() const override;

 private:
  friend struct internal::AuthAccess;

  explicit User(std::shared_ptr<internal::AuthData> data);

  std::shared_ptr<internal::AuthData> auth_data_;
};

/// The result of Auth::current_user(): a User. For programs for versions up to 10, a User*.
class CurrentUser : public User {
 public:
  /// Returns the Auth's one User object, or NULL if no user is signed in. The object follows the
  /// Auth. After the Auth is deleted, the object stays readable, but is never valid again.
  operator User*() const;  // NOLINT: implicit on purpose

 private:
  friend struct internal::AuthAccess;

  explicit CurrentUser(const User& user) : User(user) {}
};

/// The result of a sign-in. After a failure, `additional_user_info` may also contain data.
struct AuthResult {
  AuthResult();
  AuthResult(const AuthResult&);
  AuthResult& operator=(const AuthResult&);
  ~AuthResult();

  /// Data from the sign-in, in addition to the user.
  AdditionalUserInfo additional_user_info;
  /// The provider's credential; not valid if the provider returned none.
  Credential credential;
  /// The signed-in user; not valid after a failure.
  User user;
};

/// The form of AuthResult in versions up to 11.
struct SignInResult {
  SignInResult();
  SignInResult(const SignInResult&);
  SignInResult& operator=(const SignInResult&);
  ~SignInResult();

  /// The Auth's one User object; NULL after a failure.
  User* user;
  /// Data from the sign-in, in addition to the user.
  AdditionalUserInfo info;
  /// The times at which the account was created and last used.
  UserMetadata meta;
};

}  // namespace auth
}  // namespace firebase

#endif  // FIREBASE_AUTH_USER_H_
