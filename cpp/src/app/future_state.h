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

// What all copies of a future share.
class FutureState : public std::enable_shared_from_this<FutureState> {
 public:
  typedef std::function<void(const FutureBase&)> Callback;
  // Makes one form of the result, when it is first looked at.
  typedef std::function<std::shared_ptr<const void>()> View;

  struct Outcome {
    int error = 0;
    std::string message;
    // In the order of DualFuture's types.
    std::vector<View> views;
    // What else there is to know; its type is the library's whose future it is.
    std::shared_ptr<const void> details;
  };

  // Ends the operation and calls back, unless it has ended already.
  void Complete(Outcome outcome);
  // Makes its futures invalid, if it is pending. Nothing is called back.
  void Invalidate();

  FutureStatus status() const;
  int error() const;
  const char* error_message() const;
  // NULL while it is pending, and where there is no such form.
  const void* result(unsigned int view) const;
  std::shared_ptr<const void> details() const;
  bool Wait(int timeout_milliseconds) const;

  // In place of the last one that was set, if that was not called yet.
  void SetCallback(unsigned int view, Callback callback);
  // Returns what RemoveCallback() takes.
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
  // The one of SetCallback() has the id 0 and comes first.
  std::deque<Entry> callbacks_;
  uint64_t last_id_ = 0;
};

// How the libraries make futures.
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

// A completed future without a result.
Future<void> CompletedFuture(int error, const std::string& message);

}  // namespace internal
}  // namespace firebase

#endif  // LATCHKEY_CPP_APP_FUTURE_STATE_H_
