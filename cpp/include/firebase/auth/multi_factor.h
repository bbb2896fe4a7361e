#ifndef FIREBASE_AUTH_MULTI_FACTOR_H_
#define FIREBASE_AUTH_MULTI_FACTOR_H_

#include <memory>
#include <string>
#include <vector>

#include "firebase/auth/credential.h"
#include "firebase/auth/multi_factor_info.h"
#include "firebase/future.h"

// Second factors: text messages and authenticator apps. The official C++ SDK does not support them.
// The names are those of the other official SDKs, in the style of the C++ SDK.

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
  /// Creates an assertion that is not valid.
  MultiFactorAssertion();
  /// Creates a copy that refers to the same proof.
  MultiFactorAssertion(const MultiFactorAssertion&);
  /// Creates a copy that refers to the same proof.
  MultiFactorAssertion& operator=(const MultiFactorAssertion&);
  ~MultiFactorAssertion();

  /// True if there is a proof.
  bool is_valid() const;
  /// PhoneMultiFactorGenerator::kFactorId or TotpMultiFactorGenerator::kFactorId; empty if the
  /// assertion is not valid.
  std::string factor_id() const;

 private:
  friend struct internal::AuthAccess;

  explicit MultiFactorAssertion(std::shared_ptr<internal::AssertionData> data);

  std::shared_ptr<internal::AssertionData> data_;
};

/// Makes the proof of a telephone number.
class PhoneMultiFactorGenerator {
 public:
  /// Makes the proof from a credential of PhoneAuthProvider::GetCredential(). For any other
  /// credential, the result is not valid.
  static MultiFactorAssertion GetAssertion(const Credential& credential);

  /// `phone`.
  static const char* const kFactorId;
};

/// A secret to enter into an authenticator app (RFC 6238).
class TotpSecret {
 public:
  /// Creates a secret that is not valid.
  TotpSecret();
  /// Creates a copy that refers to the same secret.
  TotpSecret(const TotpSecret&);
  /// Creates a copy that refers to the same secret.
  TotpSecret& operator=(const TotpSecret&);
  ~TotpSecret();

  /// True if there is a secret.
  bool is_valid() const;
  /// The secret in Base32, for entry by hand.
  std::string shared_secret_key() const;
  /// Returns the otpauth address for a QR code. The authenticator app displays the two names. NULL
  /// selects the user's e-mail address and the project.
  std::string GenerateQrCodeUrl(const char* account_name = nullptr,
                                const char* issuer = nullptr) const;

 private:
  friend struct internal::AuthAccess;

  explicit TotpSecret(std::shared_ptr<internal::TotpSecretData> data);

  std::shared_ptr<internal::TotpSecretData> data_;
};

/// Requests the secret, and makes the proof, of an authenticator app.
class TotpMultiFactorGenerator {
 public:
  /// Requests a secret from the server, in the session of MultiFactor::GetSession().
  static Future<TotpSecret> GenerateSecret(const MultiFactorSession& session);
  /// Makes the proof for an enrolment from the secret and the code that the app shows. The result
  /// is not valid if an argument is missing.
  static MultiFactorAssertion GetAssertionForEnrollment(const TotpSecret& secret,
                                                        const char* one_time_password);
  /// Makes the proof for a sign-in from the factor's uid and the code that the app shows. The
  /// result is not valid if an argument is missing.
  static MultiFactorAssertion GetAssertionForSignIn(const char* enrollment_id,
                                                    const char* one_time_password);

  /// `totp`.
  static const char* const kFactorId;
};

/// Finishes a sign-in that needs a second factor.
///
/// If the user has a second factor, a sign-in fails with kAuthErrorSecondFactorRequired, and its
/// future contains a resolver:
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
  /// Creates a resolver that is not valid.
  MultiFactorResolver();
  /// Creates a copy that refers to the same sign-in.
  MultiFactorResolver(const MultiFactorResolver&);
  /// Creates a copy that refers to the same sign-in.
  MultiFactorResolver& operator=(const MultiFactorResolver&);
  ~MultiFactorResolver();

  /// Returns the resolver of a sign-in or reauthentication that failed with
  /// kAuthErrorSecondFactorRequired. For any other future, the result is not valid.
  static MultiFactorResolver FromFuture(const FutureBase& future);

  /// True if there is a sign-in to finish.
  bool is_valid() const;
  /// The second factors that can finish the sign-in.
  std::vector<MultiFactorInfo> hints() const;
  /// The session in which to send a code: see PhoneAuthOptions.
  MultiFactorSession session() const;
  /// The Auth of the sign-in; NULL if the Auth was deleted.
  Auth* auth() const;
  /// Finishes the sign-in. After a wrong code, this function can be called again.
  DualFuture<AuthResult, SignInResult, User*> ResolveSignIn(const MultiFactorAssertion& assertion);

 private:
  friend struct internal::AuthAccess;

  explicit MultiFactorResolver(std::shared_ptr<internal::ResolverData> data);

  std::shared_ptr<internal::ResolverData> data_;
};

/// The second factors of the signed-in user. Like a User, the object follows its Auth. If no user
/// is signed in, its operations fail.
class MultiFactor {
 public:
  /// Creates an object without a user.
  MultiFactor();
  /// Creates a copy for the same user.
  MultiFactor(const MultiFactor&);
  /// Creates a copy for the same user.
  MultiFactor& operator=(const MultiFactor&);
  ~MultiFactor();

  /// The enrolled factors.
  std::vector<MultiFactorInfo> enrolled_factors() const;
  /// Begins the enrolment of a factor.
  Future<MultiFactorSession> GetSession();
  /// The future of the last GetSession().
  Future<MultiFactorSession> GetSessionLastResult() const;
  /// Enrols a factor. `display_name` is the user's name for the factor, and may be NULL.
  Future<void> Enroll(const MultiFactorAssertion& assertion, const char* display_name = nullptr);
  /// The future of the last Enroll().
  Future<void> EnrollLastResult() const;
  /// Removes a factor.
  Future<void> Unenroll(const MultiFactorInfo& factor);
  /// Removes the factor with this uid.
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
