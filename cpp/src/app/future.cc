#include "firebase/future.h"

#include <utility>

#include "app/future_state.h"

namespace firebase {

const int FutureBase::kWaitTimeoutInfinite = -1;

FutureBase::FutureBase() : view_(0) {}

FutureBase::FutureBase(std::shared_ptr<internal::FutureState> state, unsigned int view)
    : state_(std::move(state)), view_(view) {}

FutureBase::FutureBase(const FutureBase& rhs) = default;
FutureBase::FutureBase(FutureBase&& rhs) noexcept = default;
FutureBase& FutureBase::operator=(const FutureBase& rhs) = default;
FutureBase& FutureBase::operator=(FutureBase&& rhs) noexcept = default;
FutureBase::~FutureBase() = default;

void FutureBase::Release() { state_.reset(); }

FutureStatus FutureBase::status() const { return state_ ? state_->status() : kFutureStatusInvalid; }

int FutureBase::error() const { return state_ ? state_->error() : -1; }

const char* FutureBase::error_message() const { return state_ ? state_->error_message() : ""; }

const void* FutureBase::result_void() const { return state_ ? state_->result(view_) : nullptr; }

bool FutureBase::Wait(int timeout_milliseconds) const {
  // Makes a copy: the callback may release this object.
  std::shared_ptr<internal::FutureState> state = state_;
  return state && state->Wait(timeout_milliseconds);
}

void FutureBase::OnCompletion(CompletionCallback callback, void* user_data) const {
  if (callback == nullptr) return OnCompletion(nullptr);
  OnCompletion([callback, user_data](const FutureBase& done) { callback(done, user_data); });
}

void FutureBase::OnCompletion(std::function<void(const FutureBase&)> callback) const {
  std::shared_ptr<internal::FutureState> state = state_;
  if (state) state->SetCallback(view_, std::move(callback));
}

FutureBase::CompletionCallbackHandle FutureBase::AddOnCompletion(CompletionCallback callback,
                                                                 void* user_data) const {
  if (callback == nullptr) return CompletionCallbackHandle();
  return AddOnCompletion(
      [callback, user_data](const FutureBase& done) { callback(done, user_data); });
}

FutureBase::CompletionCallbackHandle FutureBase::AddOnCompletion(
    std::function<void(const FutureBase&)> callback) const {
  std::shared_ptr<internal::FutureState> state = state_;
  if (!state) return CompletionCallbackHandle();
  return CompletionCallbackHandle(state->AddCallback(view_, std::move(callback)));
}

void FutureBase::RemoveOnCompletion(CompletionCallbackHandle completion_handle) const {
  if (state_) state_->RemoveCallback(completion_handle.id_);
}

FutureHandle FutureBase::GetHandle() const {
  return FutureHandle(reinterpret_cast<FutureHandleId>(state_.get()));
}

}  // namespace firebase
