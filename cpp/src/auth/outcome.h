#ifndef LATCHKEY_CPP_AUTH_OUTCOME_H_
#define LATCHKEY_CPP_AUTH_OUTCOME_H_

#include <memory>
#include <string>

#include "auth/auth_data.h"
#include "auth/error_code.h"

namespace firebase {
namespace auth {
namespace internal {

// Makes a future's outcome from the result or the error of an operation. Both are NULL for a
// failure without a request; the caller then sets the error.
typedef FutureState::Outcome (*Finish)(const std::shared_ptr<AuthData>& data,
                                       const latchkey_result* result, const latchkey_error* error);

// Creates the forms of an AuthResultFuture.
FutureState::Outcome FinishSignIn(const std::shared_ptr<AuthData>& data,
                                  const latchkey_result* result, const latchkey_error* error);
// Creates the forms of a UserFuture.
FutureState::Outcome FinishUser(const std::shared_ptr<AuthData>& data,
                                const latchkey_result* result, const latchkey_error* error);
// Creates the forms of a DualFuture<void, SignInResult>.
FutureState::Outcome FinishReauthentication(const std::shared_ptr<AuthData>& data,
                                            const latchkey_result* result,
                                            const latchkey_error* error);
// True if the SDK has a class for the credential's provider.
bool IsOfKnownProvider(const Credential& credential);
// Runs `kFinish` for a credential of a provider for which the SDK has a class. If the server does
// not support the provider, the error says that the credential is invalid, as in the official SDK.
template <Finish kFinish>
FutureState::Outcome FinishOfKnownProvider(const std::shared_ptr<AuthData>& data,
                                           const latchkey_result* result,
                                           const latchkey_error* error) {
  FutureState::Outcome outcome = kFinish(data, result, error);
  if (IsOfUnusableCredential(error)) outcome.error = kAuthErrorInvalidCredential;
  return outcome;
}
// Selects `kFinish` or the function above for a credential.
template <Finish kFinish>
Finish FinishFor(const Credential& credential) {
  return IsOfKnownProvider(credential) ? &FinishOfKnownProvider<kFinish> : kFinish;
}
// Creates the outcome of a Future<void>.
FutureState::Outcome FinishVoid(const std::shared_ptr<AuthData>& data,
                                const latchkey_result* result, const latchkey_error* error);
// Creates the outcome of a Future<std::string>.
FutureState::Outcome FinishText(const std::shared_ptr<AuthData>& data,
                                const latchkey_result* result, const latchkey_error* error);
// Creates the outcome of a Future<Auth::FetchProvidersResult>.
FutureState::Outcome FinishProviders(const std::shared_ptr<AuthData>& data,
                                     const latchkey_result* result, const latchkey_error* error);
// Creates the outcome of a Future<MultiFactorSession>.
FutureState::Outcome FinishSession(const std::shared_ptr<AuthData>& data,
                                   const latchkey_result* result, const latchkey_error* error);
// Creates the outcome of a Future<TotpSecret>.
FutureState::Outcome FinishTotpSecret(const std::shared_ptr<AuthData>& data,
                                      const latchkey_result* result, const latchkey_error* error);

// Creates an outcome with the error's code, message and details, and without a result.
FutureState::Outcome OutcomeOf(const std::shared_ptr<AuthData>& data, const latchkey_error* error);

// Converts a JSON value.
Variant ToVariant(const latchkey_value* value);

}  // namespace internal
}  // namespace auth
}  // namespace firebase

#endif  // LATCHKEY_CPP_AUTH_OUTCOME_H_
