#ifndef FIREBASE_AUTH_MULTI_FACTOR_H_
#define FIREBASE_AUTH_MULTI_FACTOR_H_

#include <memory>
#include <string>
#include <vector>

#include "firebase/auth/credential.h"
#include "firebase/auth/multi_factor_info.h"
#include "firebase/future.h"

// Second factors: text messages and authenticator apps. The official C++ SDK has none of this; the
// names are those of the SDKs that have, in its style.

namespace firebase {
namespace auth {

class Auth;
class User;
struct AuthResult;
struct SignInResult;

namespace internal {
class AssertionData;
class ResolverData;
class TotpSecretData;
}  // namespace internal

/// The proof of a second factor.
class MultiFactorAssertion {
 public:
  /// None.
  MultiFactorAssertion();
  /// Copies are of the same proof.
  MultiFactorAssertion(const MultiFactorAssertion&);
  /// Copies are of the same proof.
  MultiFactorAssertion& operator=(const MultiFactorAssertion&);
  ~MultiFactorAssertion();

  /// Whether there is one.
  bool is_valid() const;
  /// PhoneMultiFactorGenerator::kFactorId or TotpMultiFactorGenerator::kFactorId; empty where there
  /// is none.
  std::string factor_id() const;

 private:
  friend struct internal::AuthAccess;

  explicit MultiFactorAssertion(std::shared_ptr<internal::AssertionData> data);

  std::shared_ptr<internal::AssertionData> data_;
};

/// Makes the proof of a telephone.
class PhoneMultiFactorGenerator {
 public:
  /// Of a credential that PhoneAuthProvider::GetCredential() made. Not valid for another one.
  static MultiFactorAssertion GetAssertion(const Credential& credential);

  /// `phone`.
  static const char* const kFactorId;
};

/// A secret to put into an authenticator app (RFC 6238).
class TotpSecret {
 public:
  /// None.
  TotpSecret();
  /// Copies are of the same secret.
  TotpSecret(const TotpSecret&);
  /// Copies are of the same secret.
  TotpSecret& operator=(const TotpSecret&);
  ~TotpSecret();

  /// Whether there is one.
  bool is_valid() const;
  /// Base32, to be typed.
  std::string shared_secret_key() const;
  /// What a QR code for the app says: an otpauth address. The names are what the app shows; NULL
  /// for the user's e-mail address and the project.
  std::string GenerateQrCodeUrl(const char* account_name = nullptr,
                                const char* issuer = nullptr) const;

 private:
  friend struct internal::AuthAccess;

  explicit TotpSecret(std::shared_ptr<internal::TotpSecretData> data);

  std::shared_ptr<internal::TotpSecretData> data_;
};

/// Makes the secret, and the proof, of an authenticator app.
class TotpMultiFactorGenerator {
 public:
  /// Has the server make a secret, in the session of MultiFactor::GetSession().
  static Future<TotpSecret> GenerateSecret(const MultiFactorSession& session);
  /// To enrol: of the secret and the code that the app shows. Not valid when something is missing.
  static MultiFactorAssertion GetAssertionForEnrollment(const TotpSecret& secret,
                                                        const char* one_time_password);
  /// To sign in: of the factor's uid and the code that the app shows. Not valid when something is
  /// missing.
  static MultiFactorAssertion GetAssertionForSignIn(const char* enrollment_id,
                                                    const char* one_time_password);

  /// `totp`.
  static const char* const kFactorId;
};

/// Finishes a sign-in that waits for a second factor.
///
/// A sign-in of a user who has one fails with kAuthErrorSecondFactorRequired, and its future has a
/// resolver:
///
/// @code
/// firebase::Future<firebase::auth::User> future = auth->SignInWithCredential(credential);
/// // … when it is complete:
/// if (future.error() == firebase::auth::kAuthErrorSecondFactorRequired) {
///   auto resolver = firebase::auth::MultiFactorResolver::FromFuture(future);
///   std::string factor = resolver.hints()[0].uid();
///   auto assertion =
///   firebase::auth::TotpMultiFactorGenerator::GetAssertionForSignIn(factor.c_str(), code);
///   firebase::Future<firebase::auth::AuthResult> signed_in = resolver.ResolveSignIn(assertion);
/// }
/// @endcode
class MultiFactorResolver {
 public:
  /// None.
  MultiFactorResolver();
  /// Copies are of the same sign-in.
  MultiFactorResolver(const MultiFactorResolver&);
  /// Copies are of the same sign-in.
  MultiFactorResolver& operator=(const MultiFactorResolver&);
  ~MultiFactorResolver();

  /// The resolver of any sign-in or reauthentication that failed with
  /// kAuthErrorSecondFactorRequired; for another future one that is not valid.
  static MultiFactorResolver FromFuture(const FutureBase& future);

  /// Whether there is a sign-in to finish.
  bool is_valid() const;
  /// The second factors that would do.
  std::vector<MultiFactorInfo> hints() const;
  /// In which to send a code: see PhoneAuthOptions.
  MultiFactorSession session() const;
  /// What the sign-in was asked of; NULL when that was deleted.
  Auth* auth() const;
  /// Signs in. After a wrong code it can be tried again.
  DualFuture<AuthResult, SignInResult, User*> ResolveSignIn(const MultiFactorAssertion& assertion);

 private:
  friend struct internal::AuthAccess;

  explicit MultiFactorResolver(std::shared_ptr<internal::ResolverData> data);

  std::shared_ptr<internal::ResolverData> data_;
};

/// The second factors of whoever is signed in. Like User, it follows the auth; without a signed-in
/// user its operations fail.
class MultiFactor {
 public:
  /// Of nobody.
  MultiFactor();
  /// Copies are of the same user.
  MultiFactor(const MultiFactor&);
  /// Copies are of the same user.
  MultiFactor& operator=(const MultiFactor&);
  ~MultiFactor();

  /// Those that are enrolled.
  std::vector<MultiFactorInfo> enrolled_factors() const;
  /// Begins the enrolment of one.
  Future<MultiFactorSession> GetSession();
  /// The future of the last GetSession().
  Future<MultiFactorSession> GetSessionLastResult() const;
  /// Enrols one. Its name, for the user to tell it by, may be NULL.
  Future<void> Enroll(const MultiFactorAssertion& assertion, const char* display_name = nullptr);
  /// The future of the last Enroll().
  Future<void> EnrollLastResult() const;
  /// Takes one away.
  Future<void> Unenroll(const MultiFactorInfo& factor);
  /// Takes the one away that has a uid.
  Future<void> Unenroll(const char* factor_uid);
  /// The future of the last Unenroll().
  Future<void> UnenrollLastResult() const;

 private:
  friend struct internal::AuthAccess;

  explicit MultiFactor(std::shared_ptr<internal::AuthData> data);

  std::shared_ptr<internal::AuthData> data_;
};

}  // namespace auth
}  // namespace firebase

#endif  // FIREBASE_AUTH_MULTI_FACTOR_H_
