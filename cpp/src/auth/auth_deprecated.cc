// The names that version 11 gave to the functions of version 10. The functions are implemented in
// other files.

#include "firebase/auth.h"

namespace firebase {
namespace auth {

Future<User*> Auth::SignInWithCustomToken_DEPRECATED(const char* custom_token) {
  return SignInWithCustomToken(custom_token);
}

Future<User*> Auth::SignInWithCustomTokenLastResult_DEPRECATED() const {
  return SignInWithCustomTokenLastResult();
}

Future<User*> Auth::SignInWithCredential_DEPRECATED(const Credential& credential) {
  return SignInWithCredential(credential);
}

Future<User*> Auth::SignInWithCredentialLastResult_DEPRECATED() const {
  return SignInWithCredentialLastResult();
}

Future<SignInResult> Auth::SignInAndRetrieveDataWithCredential_DEPRECATED(
    const Credential& credential) {
  return SignInAndRetrieveDataWithCredential(credential);
}

Future<SignInResult> Auth::SignInAndRetrieveDataWithCredentialLastResult_DEPRECATED() const {
  return SignInAndRetrieveDataWithCredentialLastResult();
}

Future<SignInResult> Auth::SignInWithProvider_DEPRECATED(FederatedAuthProvider* provider) {
  return SignInWithProvider(provider);
}

Future<User*> Auth::SignInAnonymously_DEPRECATED() { return SignInAnonymously(); }

Future<User*> Auth::SignInAnonymouslyLastResult_DEPRECATED() const {
  return SignInAnonymouslyLastResult();
}

Future<User*> Auth::SignInWithEmailAndPassword_DEPRECATED(const char* email, const char* password) {
  return SignInWithEmailAndPassword(email, password);
}

Future<User*> Auth::SignInWithEmailAndPasswordLastResult_DEPRECATED() const {
  return SignInWithEmailAndPasswordLastResult();
}

Future<User*> Auth::CreateUserWithEmailAndPassword_DEPRECATED(const char* email,
                                                              const char* password) {
  return CreateUserWithEmailAndPassword(email, password);
}

Future<User*> Auth::CreateUserWithEmailAndPasswordLastResult_DEPRECATED() const {
  return CreateUserWithEmailAndPasswordLastResult();
}

Future<User*> User::LinkWithCredential_DEPRECATED(const Credential& credential) {
  return LinkWithCredential(credential);
}

Future<User*> User::LinkWithCredentialLastResult_DEPRECATED() const {
  return LinkWithCredentialLastResult();
}

Future<SignInResult> User::LinkWithProvider_DEPRECATED(FederatedAuthProvider* provider) const {
  return LinkWithProvider(provider);
}

Future<SignInResult> User::ReauthenticateAndRetrieveData_DEPRECATED(const Credential& credential) {
  return ReauthenticateAndRetrieveData(credential);
}

Future<SignInResult> User::ReauthenticateAndRetrieveDataLastResult_DEPRECATED() const {
  return ReauthenticateAndRetrieveDataLastResult();
}

Future<SignInResult> User::ReauthenticateWithProvider_DEPRECATED(
    FederatedAuthProvider* provider) const {
  return ReauthenticateWithProvider(provider);
}

Future<User*> User::Unlink_DEPRECATED(const char* provider) { return Unlink(provider); }

Future<User*> User::UnlinkLastResult_DEPRECATED() const { return UnlinkLastResult(); }

Future<User*> User::UpdatePhoneNumberCredential_DEPRECATED(const Credential& credential) {
  return UpdatePhoneNumberCredential(credential);
}

Future<User*> User::UpdatePhoneNumberCredentialLastResult_DEPRECATED() const {
  return UpdatePhoneNumberCredentialLastResult();
}

Credential PhoneAuthProvider::GetCredential_DEPRECATED(const char* verification_id,
                                                       const char* verification_code) {
  return GetCredential(verification_id, verification_code);
}

}  // namespace auth
}  // namespace firebase
