#ifndef LATCHKEY_CPP_APP_FUTURE_STATE_H_
#define LATCHKEY_CPP_APP_FUTURE_STATE_H_

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "firebase/future.h"

namespace firebase {
namespace internal {

// The state that all copies of a future share.
class FutureState : public std::enable_shared_from_this<FutureState> {
 public:
  typedef std::function<void(const FutureBase&)> Callback;
  // Creates one form of the result, at its first use.
  typedef std::function<std::shared_ptr<const void>()> View;

  struct Outcome {
    int error = 0;
    std::string message;
    // The forms of the result, in the order of DualFuture's types.
    std::vector<View> views;
    // Further details. Their type depends on the library that made the future.
    std::shared_ptr<const void> details;
  };

  // Completes the operation and calls the callbacks, unless it has already completed.
  void Complete(Outcome outcome);
  // Makes the operation's futures invalid if the operation is pending. Calls no callback.
  void Invalidate();

  FutureStatus status() const;
  int error() const;
  const char* error_message() const;
  // NULL while the operation is pending, and if there is no such form.
  const void* result(unsigned int view) const;
  std::shared_ptr<const void> details() const;
  bool Wait(int timeout_milliseconds) const;

  // Replaces the callback of the previous call, if that callback was not called yet.
  void SetCallback(unsigned int view, Callback callback);
  // Returns the id for RemoveCallback().
  uint64_t AddCallback(unsigned int view, Callback callback);
  void RemoveCallback(uint64_t id);

 private:
  struct Entry {
    uint64_t id;
    unsigned int view;
    Callback callback;
  };

  void Call(const Entry& entry);
  void CallAll();

  mutable std::mutex mutex_;
  mutable std::condition_variable ended_;
  FutureStatus status_ = kFutureStatusPending;
  Outcome outcome_;
  mutable std::vector<std::shared_ptr<const void>> results_;
  // The callback of SetCallback() has the id 0 and comes first.
  std::deque<Entry> callbacks_;
  uint64_t last_id_ = 0;
};

// Creates futures for the libraries.
struct FutureAccess {
  template <typename AnyFuture>
  static AnyFuture Make(std::shared_ptr<FutureState> state) {
    AnyFuture future;
    static_cast<FutureBase&>(future) = FutureBase(std::move(state), 0);
    return future;
  }

  static const std::shared_ptr<FutureState>& StateOf(const FutureBase& future) {
    return future.state_;
  }

  static FutureBase Untyped(std::shared_ptr<FutureState> state, unsigned int view) {
    return FutureBase(std::move(state), view);
  }
};

// Returns a completed future without a result.
Future<void> CompletedFuture(int error, const std::string& message);

}  // namespace internal
}  // namespace firebase

#endif  // LATCHKEY_CPP_APP_FUTURE_STATE_H_
