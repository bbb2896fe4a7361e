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

/// What a sign-in gives: an AuthResult to today's programs; to those written for versions up to 10
/// a SignInResult, or a User*, which is NULL when it failed.
typedef DualFuture<AuthResult, SignInResult, User*> AuthResultFuture;
/// A User to today's programs; to those written for versions up to 10 a User*, which is NULL when
/// it failed.
typedef DualFuture<User, User*> UserFuture;

/// What a provider knows of a user.
class UserInfoInterface {
 public:
  /// Nothing.
  UserInfoInterface();
  /// A copy knows the same.
  UserInfoInterface(const UserInfoInterface&);
  /// A copy knows the same.
  UserInfoInterface& operator=(const UserInfoInterface&);
  virtual ~UserInfoInterface();

  /// What the user is called there: for machines.
  virtual std::string uid() const;
  /// The user's e-mail address; empty where there is none, as everything below.
  virtual std::string email() const;
  /// The user's name.
  virtual std::string display_name() const;
  /// Where the user's picture is.
  virtual std::string photo_url() const;
  /// Who knows this: a provider's id, or `Firebase` for the project.
  virtual std::string provider_id() const;
  /// The user's telephone number.
  virtual std::string phone_number() const;

  /// Itself: programs written for versions up to 10 have pointers.
  const UserInfoInterface* operator->() const { return this; }

 private:
  friend struct internal::AuthAccess;

  explicit UserInfoInterface(std::shared_ptr<const internal::UserInfoData> data);

  std::shared_ptr<const internal::UserInfoData> data_;
};

/// What User::provider_data() gives: a vector of values, and to programs written for versions up to
/// 10 a vector of pointers, which stay valid for as long as there is the Auth.
class UserInfoList : public std::vector<UserInfoInterface> {
 public:
  /// Empty.
  UserInfoList();
  UserInfoList(const UserInfoList&);
  UserInfoList& operator=(const UserInfoList&);
  ~UserInfoList();

  /// Of pointers. Each different state of a user's providers is kept until the Auth is deleted.
  operator const std::vector<UserInfoInterface*>&() const;  // NOLINT: implicit on purpose

 private:
  friend struct internal::AuthAccess;

  std::shared_ptr<internal::AuthData> auth_data_;
};

/// What a sign-in brought beside the user.
struct AdditionalUserInfo {
  AdditionalUserInfo();
  AdditionalUserInfo(const AdditionalUserInfo&);
  AdditionalUserInfo& operator=(const AdditionalUserInfo&);
  ~AdditionalUserInfo();

  /// Who signed the user in, such as `github.com`.
  std::string provider_id;
  /// What the provider calls the user, where that is not the e-mail address: GitHub's login.
  std::string user_name;
  /// What the provider said of the user, in its own words. The keys are texts.
  std::map<Variant, Variant> profile;
  /// After a failure, where there is one: the credential to sign in with, or to link, instead of
  /// the one that was refused. It works without asking the provider again.
  Credential updated_credential;
  /// Whether the account was made by this sign-in. Not of the official SDK.
  bool is_new_user;
};

/// A passkey of a user. Not of the official SDK.
struct PasskeyInfo {
  /// The name that its user gave it.
  std::string name;
  /// The argument of User::UnenrollPasskey().
  std::string credential_id;
};

/// When an account was made and used.
struct UserMetadata {
  /// Never.
  UserMetadata() : last_sign_in_timestamp(0), creation_timestamp(0) {}

  /// In milliseconds since 1970; 0 where it is not known.
  uint64_t last_sign_in_timestamp;
  /// In milliseconds since 1970; 0 where it is not known.
  uint64_t creation_timestamp;
};

/// The user who is signed in to an Auth.
///
/// Every User of one Auth is the same: it follows the auth. When the user signs out, all of them
/// are not valid; when somebody signs in, all of them are that user. Operations on one that is not
/// valid give a completed future with kAuthErrorNoSignedInUser, and texts are empty. Any thread may
/// use it; a copy for each is not needed, but each object must outlive its calls.
class User : public UserInfoInterface {
 public:
  /// What to change of a profile.
  struct UserProfile {
    /// The name: NULL leaves it as it is, "" takes it away.
    const char* display_name = nullptr;
    /// The picture's address: NULL leaves it as it is, "" takes it away.
    const char* photo_url = nullptr;
  };

  /// Of no Auth: never valid.
  User();
  /// Copies follow the same Auth.
  User(const User&);
  /// Copies follow the same Auth.
  User& operator=(const User&);
  ~User() override;

  /// Whether both are valid and follow the same Auth, or neither is valid.
  bool operator==(const User&) const;
  /// Whether they are not equal.
  bool operator!=(const User& other) const { return !(*this == other); }

  /// Itself: programs written for versions up to 10 have pointers.
  User* operator->() { return this; }
  /// Itself.
  const User* operator->() const { return this; }

  /// Whether somebody is signed in.
  bool is_valid() const;

  /// A token that proves to back ends who the user is. It is renewed when it is about to expire, or
  /// in any case when `force_refresh` is set, as after a change of its claims.
  Future<std::string> GetToken(bool force_refresh);
  /// The same: GetToken() may be called from any thread, too. Does not count for
  /// GetTokenLastResult().
  Future<std::string> GetTokenThreadSafe(bool force_refresh);
  /// The future of the last GetToken(), or an invalid one. So with all of these.
  Future<std::string> GetTokenLastResult() const;

  /// What each linked provider knows.
  UserInfoList provider_data() const;
  /// As pointers, which stay valid until the Auth is deleted.
  const std::vector<UserInfoInterface*>& provider_data_DEPRECATED() const;

  /// Changes the address, without proof that it is the user's; where the project hides who is
  /// registered, it fails. Of versions up to 12: SendEmailVerificationBeforeUpdatingEmail() is the
  /// better way.
  Future<void> UpdateEmail(const char* email);
  /// The future of the last UpdateEmail().
  Future<void> UpdateEmailLastResult() const;

  /// Changes the password.
  Future<void> UpdatePassword(const char* password);
  /// The future of the last UpdatePassword().
  Future<void> UpdatePasswordLastResult() const;

  /// Proves anew who the user is, for what needs a recent sign-in. Another account's credential
  /// gives kAuthErrorUserMismatch.
  DualFuture<void, SignInResult> Reauthenticate(const Credential& credential);
  /// The future of the last Reauthenticate().
  DualFuture<void, SignInResult> ReauthenticateLastResult() const;
  /// The same, with what the provider says of the user.
  AuthResultFuture ReauthenticateAndRetrieveData(const Credential& credential);
  /// The future of the last ReauthenticateAndRetrieveData().
  AuthResultFuture ReauthenticateAndRetrieveDataLastResult() const;
  /// As of version 11.
  Future<SignInResult> ReauthenticateAndRetrieveData_DEPRECATED(const Credential& credential);
  /// As of version 11.
  Future<SignInResult> ReauthenticateAndRetrieveDataLastResult_DEPRECATED() const;
  /// The same, on the provider's pages in a browser. The provider is read during the call alone.
  AuthResultFuture ReauthenticateWithProvider(FederatedAuthProvider* provider) const;
  /// The same, of the provider's data alone.
  AuthResultFuture ReauthenticateWithProvider(
      const FederatedOAuthProviderData& provider_data) const;
  /// As of version 11.
  Future<SignInResult> ReauthenticateWithProvider_DEPRECATED(FederatedAuthProvider* provider) const;

  /// Mails the user a link that proves their address to be theirs.
  Future<void> SendEmailVerification();
  /// The future of the last SendEmailVerification().
  Future<void> SendEmailVerificationLastResult() const;
  /// Mails a link to a new address, which becomes the user's when it is followed.
  Future<void> SendEmailVerificationBeforeUpdatingEmail(const char* email);
  /// The future of the last SendEmailVerificationBeforeUpdatingEmail().
  Future<void> SendEmailVerificationBeforeUpdatingEmailLastResult() const;

  /// Changes name and picture. The texts are read during the call alone.
  Future<void> UpdateUserProfile(const UserProfile& profile);
  /// The future of the last UpdateUserProfile().
  Future<void> UpdateUserProfileLastResult() const;

  /// Links one more way to sign in. Where the credential is another account's it fails with
  /// kAuthErrorCredentialAlreadyInUse, and the result has
  /// `additional_user_info.updated_credential`.
  AuthResultFuture LinkWithCredential(const Credential& credential);
  /// The future of the last LinkWithCredential().
  AuthResultFuture LinkWithCredentialLastResult() const;
  /// As of version 11.
  Future<User*> LinkWithCredential_DEPRECATED(const Credential& credential);
  /// As of version 11.
  Future<User*> LinkWithCredentialLastResult_DEPRECATED() const;
  /// The form of versions up to 11: the updated credential is `result()->info.updated_credential`.
  Future<SignInResult> LinkAndRetrieveDataWithCredential(const Credential& credential);
  /// The future of the last LinkAndRetrieveDataWithCredential().
  Future<SignInResult> LinkAndRetrieveDataWithCredentialLastResult() const;
  /// The same on the provider's pages in a browser. The provider is read during the call alone.
  AuthResultFuture LinkWithProvider(FederatedAuthProvider* provider) const;
  /// The same, of the provider's data alone.
  AuthResultFuture LinkWithProvider(const FederatedOAuthProviderData& provider_data) const;
  /// As of version 11.
  Future<SignInResult> LinkWithProvider_DEPRECATED(FederatedAuthProvider* provider) const;

  /// Takes a provider's way to sign in away.
  AuthResultFuture Unlink(const char* provider);
  /// The future of the last Unlink().
  AuthResultFuture UnlinkLastResult() const;
  /// As of version 11.
  Future<User*> Unlink_DEPRECATED(const char* provider);
  /// As of version 11.
  Future<User*> UnlinkLastResult_DEPRECATED() const;

  /// Changes the telephone number to one that the user has proved to have.
  UserFuture UpdatePhoneNumberCredential(const PhoneAuthCredential& credential);
  /// The form of versions up to 10. Another credential than a telephone's is refused.
  UserFuture UpdatePhoneNumberCredential(const Credential& credential);
  /// The future of the last UpdatePhoneNumberCredential().
  UserFuture UpdatePhoneNumberCredentialLastResult() const;
  /// As of version 11.
  Future<User*> UpdatePhoneNumberCredential_DEPRECATED(const Credential& credential);
  /// As of version 11.
  Future<User*> UpdatePhoneNumberCredentialLastResult_DEPRECATED() const;

  /// Asks the server what it knows of the user by now.
  Future<void> Reload();
  /// The future of the last Reload().
  Future<void> ReloadLastResult() const;
  /// Deletes the account, and signs its user out.
  Future<void> Delete();
  /// The future of the last Delete().
  Future<void> DeleteLastResult() const;

  /// The user's second factors. Not of the official SDK.
  MultiFactor multi_factor() const;

  /// The user's passkeys, as Reload() last found them. This and what follows is not of the official
  /// SDK.
  std::vector<PasskeyInfo> enrolled_passkeys() const;
  /// Begins to add a passkey.
  ///
  /// @return What to ask an authenticator: PublicKeyCredentialCreationOptionsJSON (WebAuthn Level 3
  /// section 5.1.9), as web views and Android's CredentialManager take it.
  Future<std::string> StartPasskeyEnrollment();
  /// The future of the last StartPasskeyEnrollment().
  Future<std::string> StartPasskeyEnrollmentLastResult() const;
  /// Adds the passkey of an authenticator's answer, RegistrationResponseJSON. Its name, for the user
  /// to tell it by, may be NULL.
  Future<void> FinalizePasskeyEnrollment(const char* response_json, const char* name = nullptr);
  /// The future of the last FinalizePasskeyEnrollment().
  Future<void> FinalizePasskeyEnrollmentLastResult() const;
  /// Removes the passkey that has an id.
  Future<void> UnenrollPasskey(const char* credential_id);
  /// The future of the last UnenrollPasskey().
  Future<void> UnenrollPasskeyLastResult() const;

  /// When the account was made and used.
  UserMetadata metadata() const;
  /// Whether the user has proved that the e-mail address is theirs. Reload() asks anew.
  bool is_email_verified() const;
  /// Whether the account has no way to sign in: when its user is signed out, it is lost.
  bool is_anonymous() const;
  /// The tenant that the account is of; empty for the project's own. Not of the official SDK.
  std::string tenant_id() const;

  /// The account's id, which never changes: `sub` of its ID tokens.
  std::string uid() const override;
  /// The account's e-mail address.
  std::string email() const override;
  /// The user's name.
  std::string display_name() const override;
  /// Where the user's picture is.
  std::string photo_url() const override;
  /// `Firebase`; empty when nobody is signed in.
  std::string provider_id() const override;
  /// The telephone number that the user has proved to have.
  std::string phone_number() const override;

 private:
  friend struct internal::AuthAccess;

  explicit User(std::shared_ptr<internal::AuthData> data);

  std::shared_ptr<internal::AuthData> auth_data_;
};

/// What Auth::current_user() gives: a User, and to programs written for versions up to 10 a User*.
class CurrentUser : public User {
 public:
  /// The Auth's one User object, or NULL when nobody is signed in. It follows the Auth, and stays a
  /// readable object, though never valid again, when the Auth is deleted.
  operator User*() const;  // NOLINT: implicit on purpose

 private:
  friend struct internal::AuthAccess;

  explicit CurrentUser(const User& user) : User(user) {}
};

/// What a sign-in gives. After a failure, too, there may be something in `additional_user_info`.
struct AuthResult {
  AuthResult();
  AuthResult(const AuthResult&);
  AuthResult& operator=(const AuthResult&);
  ~AuthResult();

  /// What the sign-in brought beside the user.
  AdditionalUserInfo additional_user_info;
  /// What the provider handed out; not valid where there is none.
  Credential credential;
  /// The signed-in user; not valid after a failure.
  User user;
};

/// The form of AuthResult of versions up to 11.
struct SignInResult {
  SignInResult();
  SignInResult(const SignInResult&);
  SignInResult& operator=(const SignInResult&);
  ~SignInResult();

  /// The signed-in user; NULL after a failure. The Auth's one User object.
  User* user;
  /// What the sign-in brought beside the user.
  AdditionalUserInfo info;
  /// When the account was made and used.
  UserMetadata meta;
};

}  // namespace auth
}  // namespace firebase

#endif  // FIREBASE_AUTH_USER_H_
