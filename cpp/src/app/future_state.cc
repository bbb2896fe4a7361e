#include "app/future_state.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace firebase {
namespace internal {

void FutureState::Complete(Outcome outcome) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (status_ != kFutureStatusPending) return;
    outcome_ = std::move(outcome);
    results_.resize(outcome_.views.size());
    status_ = kFutureStatusComplete;
  }
  ended_.notify_all();
  CallAll();
}

void FutureState::Invalidate() {
  std::deque<Entry> forgotten;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (status_ != kFutureStatusPending) return;
    status_ = kFutureStatusInvalid;
    forgotten.swap(callbacks_);
  }
  ended_.notify_all();
}

FutureStatus FutureState::status() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return status_;
}

int FutureState::error() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return status_ == kFutureStatusInvalid ? -1 : outcome_.error;
}

const char* FutureState::error_message() const {
  std::lock_guard<std::mutex> lock(mutex_);
  // The message does not change after the operation has completed.
  return status_ == kFutureStatusComplete ? outcome_.message.c_str() : "";
}

const void* FutureState::result(unsigned int view) const {
  std::lock_guard<std::mutex> lock(mutex_);
  if (status_ != kFutureStatusComplete || view >= results_.size()) return nullptr;
  if (!results_[view] && outcome_.views[view]) results_[view] = outcome_.views[view]();
  return results_[view].get();
}

std::shared_ptr<const void> FutureState::details() const {
  std::lock_guard<std::mutex> lock(mutex_);
  return outcome_.details;
}

bool FutureState::Wait(int timeout_milliseconds) const {
  std::unique_lock<std::mutex> lock(mutex_);
  auto has_ended = [this] { return status_ != kFutureStatusPending; };
  if (timeout_milliseconds == FutureBase::kWaitTimeoutInfinite) {
    ended_.wait(lock, has_ended);
  } else {
    ended_.wait_for(lock, std::chrono::milliseconds(std::max(timeout_milliseconds, 0)), has_ended);
  }
  return status_ == kFutureStatusComplete;
}

void FutureState::SetCallback(unsigned int view, Callback callback) {
  Entry entry = {0, view, std::move(callback)};
  Callback replaced;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (status_ == kFutureStatusInvalid) return;
    if (status_ == kFutureStatusPending) {
      if (!callbacks_.empty() && callbacks_.front().id == 0) {
        replaced = std::move(callbacks_.front().callback);
        callbacks_.pop_front();
      }
      if (entry.callback) callbacks_.push_front(std::move(entry));
      return;
    }
  }
  Call(entry);
}

uint64_t FutureState::AddCallback(unsigned int view, Callback callback) {
  Entry entry = {0, view, std::move(callback)};
  uint64_t id;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    if (status_ == kFutureStatusInvalid || !entry.callback) return 0;
    id = entry.id = ++last_id_;
    if (status_ == kFutureStatusPending) {
      callbacks_.push_back(std::move(entry));
      return id;
    }
  }
  Call(entry);
  return id;
}

void FutureState::RemoveCallback(uint64_t id) {
  if (id == 0) return;
  Callback removed;
  std::lock_guard<std::mutex> lock(mutex_);
  auto entry = std::find_if(callbacks_.begin(), callbacks_.end(),
                            [id](const Entry& candidate) { return candidate.id == id; });
  if (entry == callbacks_.end()) return;
  removed = std::move(entry->callback);
  callbacks_.erase(entry);
}

void FutureState::Call(const Entry& entry) {
  if (entry.callback) entry.callback(FutureAccess::Untyped(shared_from_this(), entry.view));
}

// Calls one callback at a time, so that a callback that another one removes is not called.
void FutureState::CallAll() {
  for (;;) {
    Entry next;
    {
      std::lock_guard<std::mutex> lock(mutex_);
      if (callbacks_.empty()) return;
      next = std::move(callbacks_.front());
      callbacks_.pop_front();
    }
    Call(next);
  }
}

Future<void> CompletedFuture(int error, const std::string& message) {
  auto state = std::make_shared<FutureState>();
  FutureState::Outcome outcome;
  outcome.error = error;
  outcome.message = message;
  state->Complete(std::move(outcome));
  return FutureAccess::Make<Future<void>>(std::move(state));
}

}  // namespace internal
}  // namespace firebase
