#include "auth/operation.h"

namespace firebase {
namespace auth {
namespace internal {

Operation::Operation(std::shared_ptr<AuthData> data, Call call, Finish finish)
    : data_(std::move(data)), finish_(finish), state_(data_->Begin(call)) {}

void Operation::Fail(AuthError error, const std::string& message) {
  FutureState::Outcome outcome = finish_(data_, nullptr, nullptr);
  outcome.error = error;
  outcome.message = message;
  data_->End(state_, std::move(outcome), true);
}

void Operation::OnCompletion(void* context, const latchkey_result* result,
                             const latchkey_error* error) noexcept {
  std::unique_ptr<Operation> operation(static_cast<Operation*>(context));
  operation->data_->End(operation->state_, operation->finish_(operation->data_, result, error),
                        false);
}

Obstacle Unless(const char* text, AuthError error, const char* message) {
  return text == nullptr || *text == '\0' ? Obstacle(error, message) : Obstacle();
}

Obstacle UnlessValid(const Credential& credential) {
  return credential.is_valid()
             ? Obstacle()
             : Obstacle(kAuthErrorInvalidCredential,
                        "The credential was made without something that it needs.");
}

Obstacle Either(const Obstacle& first, const Obstacle& second) { return first ? first : second; }

}  // namespace internal
}  // namespace auth
}  // namespace firebase
