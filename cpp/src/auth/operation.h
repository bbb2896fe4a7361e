#ifndef LATCHKEY_CPP_AUTH_OPERATION_H_
#define LATCHKEY_CPP_AUTH_OPERATION_H_

#include <memory>
#include <string>
#include <utility>

#include "auth/auth_data.h"
#include "auth/outcome.h"

namespace firebase {
namespace auth {
namespace internal {

// A running operation, which is the context of its completion.
class Operation {
 public:
  // Makes the operation's future the last future of its kind.
  Operation(std::shared_ptr<AuthData> data, Call call, Finish finish);

  const std::shared_ptr<FutureState>& state() const { return state_; }

  // Completes the operation with an error, without a request.
  void Fail(AuthError error, const std::string& message);

  // The latchkey_completion function. Its context is an Operation created with `new`, which it
  // deletes.
  static void OnCompletion(void* context, const latchkey_result* result,
                           const latchkey_error* error) noexcept;

 private:
  std::shared_ptr<AuthData> data_;
  Finish finish_;
  std::shared_ptr<FutureState> state_;
};

// A reason that prevents an operation. With kAuthErrorNone, there is no obstacle.
struct Obstacle {
  AuthError error = kAuthErrorNone;
  const char* message = "";

  Obstacle() = default;
  Obstacle(AuthError error, const char* message) : error(error), message(message) {}
  explicit operator bool() const { return error != kAuthErrorNone; }
};

// Returns an obstacle if the text is missing or empty.
Obstacle Unless(const char* text, AuthError error, const char* message);
// Returns an obstacle if the credential is not valid.
Obstacle UnlessValid(const Credential& credential);
// Returns the first existing obstacle.
Obstacle Either(const Obstacle& first, const Obstacle& second);

template <typename AnyFuture>
AnyFuture FailedFuture(const std::shared_ptr<AuthData>& data, Call call, Finish finish,
                       const Obstacle& obstacle) {
  // Without data, there is no Auth that could store the last result or remove callbacks.
  if (!data) {
    auto state = std::make_shared<FutureState>();
    FutureState::Outcome outcome = finish(data, nullptr, nullptr);
    outcome.error = obstacle.error;
    outcome.message = obstacle.message;
    state->Complete(std::move(outcome));
    return firebase::internal::FutureAccess::Make<AnyFuture>(std::move(state));
  }
  Operation operation(data, call, finish);
  operation.Fail(obstacle.error, obstacle.message);
  return firebase::internal::FutureAccess::Make<AnyFuture>(operation.state());
}

// Begins an operation of an Auth. `begin(auth, completion, context)` must cause exactly one call of
// the completion.
template <typename AnyFuture, typename Begin>
AnyFuture OnAuth(const std::shared_ptr<AuthData>& data, Call call, Finish finish,
                 const Obstacle& obstacle, Begin begin) {
  if (obstacle) return FailedFuture<AnyFuture>(data, call, finish, obstacle);
  Handle<latchkey_auth> auth = data ? data->handle() : Handle<latchkey_auth>();
  if (!auth) {
    return FailedFuture<AnyFuture>(data, call, finish,
                                   Obstacle(kAuthErrorFailure, "The app or its auth was deleted."));
  }
  Operation* operation = new Operation(data, call, finish);
  std::shared_ptr<FutureState> state = operation->state();
  begin(auth.get(), &Operation::OnCompletion, operation);
  return firebase::internal::FutureAccess::Make<AnyFuture>(std::move(state));
}

// Begins an operation of the signed-in user: `begin(user, completion, context)`.
template <typename AnyFuture, typename Begin>
AnyFuture OnUser(const std::shared_ptr<AuthData>& data, Call call, Finish finish,
                 const Obstacle& obstacle, Begin begin) {
  Handle<latchkey_user> user = data ? data->user() : Handle<latchkey_user>();
  if (!user) {
    return FailedFuture<AnyFuture>(data, call, finish,
                                   Obstacle(kAuthErrorNoSignedInUser, "Nobody is signed in."));
  }
  return OnAuth<AnyFuture>(data, call, finish, obstacle,
                           [&](latchkey_auth*, latchkey_completion completion, void* context) {
                             begin(user.get(), completion, context);
                           });
}

// Returns the future of the last operation of a kind; invalid before the first operation.
template <typename AnyFuture>
AnyFuture LastResultOf(const std::shared_ptr<AuthData>& data, Call call) {
  return firebase::internal::FutureAccess::Make<AnyFuture>(data ? data->LastResult(call) : nullptr);
}

}  // namespace internal
}  // namespace auth
}  // namespace firebase

#endif  // LATCHKEY_CPP_AUTH_OPERATION_H_
