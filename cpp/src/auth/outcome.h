#ifndef LATCHKEY_CPP_AUTH_OUTCOME_H_
#define LATCHKEY_CPP_AUTH_OUTCOME_H_

#include <memory>
#include <string>

#include "auth/auth_data.h"
#include "auth/error_code.h"

namespace firebase {
namespace auth {
namespace internal {

// Makes a future's outcome of what an operation gave: of its result, or of its error. Both are NULL
// for a failure that no server was asked for; the error is set by whoever knows it.
typedef FutureState::Outcome (*Finish)(const std::shared_ptr<AuthData>& data,
                                       const latchkey_result* result, const latchkey_error* error);

// The forms of an AuthResultFuture.
FutureState::Outcome FinishSignIn(const std::shared_ptr<AuthData>& data,
                                  const latchkey_result* result, const latchkey_error* error);
// The forms of a UserFuture.
FutureState::Outcome FinishUser(const std::shared_ptr<AuthData>& data,
                                const latchkey_result* result, const latchkey_error* error);
// The forms of DualFuture<void, SignInResult>.
FutureState::Outcome FinishReauthentication(const std::shared_ptr<AuthData>& data,
                                            const latchkey_result* result,
                                            const latchkey_error* error);
// Whether the SDK has a class for the credential's provider.
bool IsOfKnownProvider(const Credential& credential);
// As another one, for a credential of a provider that the SDK has a class for. Where the server does
// not support the provider, the credential is what is wrong, as it is with the official SDK.
template <Finish kFinish>
FutureState::Outcome FinishOfKnownProvider(const std::shared_ptr<AuthData>& data,
                                           const latchkey_result* result,
                                           const latchkey_error* error) {
  FutureState::Outcome outcome = kFinish(data, result, error);
  if (IsOfUnusableCredential(error)) outcome.error = kAuthErrorInvalidCredential;
  return outcome;
}
// The one of both that is for the credential.
template <Finish kFinish>
Finish FinishFor(const Credential& credential) {
  return IsOfKnownProvider(credential) ? &FinishOfKnownProvider<kFinish> : kFinish;
}
// Of Future<void>.
FutureState::Outcome FinishVoid(const std::shared_ptr<AuthData>& data,
                                const latchkey_result* result, const latchkey_error* error);
// Of Future<std::string>.
FutureState::Outcome FinishText(const std::shared_ptr<AuthData>& data,
                                const latchkey_result* result, const latchkey_error* error);
// Of Future<Auth::FetchProvidersResult>.
FutureState::Outcome FinishProviders(const std::shared_ptr<AuthData>& data,
                                     const latchkey_result* result, const latchkey_error* error);
// Of Future<MultiFactorSession>.
FutureState::Outcome FinishSession(const std::shared_ptr<AuthData>& data,
                                   const latchkey_result* result, const latchkey_error* error);
// Of Future<TotpSecret>.
FutureState::Outcome FinishTotpSecret(const std::shared_ptr<AuthData>& data,
                                      const latchkey_result* result, const latchkey_error* error);

// An outcome that has the error's code, message and details, and no result yet.
FutureState::Outcome OutcomeOf(const std::shared_ptr<AuthData>& data, const latchkey_error* error);

// A value of JSON.
Variant ToVariant(const latchkey_value* value);

}  // namespace internal
}  // namespace auth
}  // namespace firebase

#endif  // LATCHKEY_CPP_AUTH_OUTCOME_H_
