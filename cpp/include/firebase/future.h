#ifndef FIREBASE_FUTURE_H_
#define FIREBASE_FUTURE_H_

#include <stddef.h>
#include <stdint.h>

#include <functional>
#include <memory>

namespace firebase {

namespace internal {
class FutureState;
struct FutureAccess;
}  // namespace internal

/// The state of an operation.
enum FutureStatus {
  /// The operation has completed, with success or with an error.
  kFutureStatusComplete,
  /// The operation is still running.
  kFutureStatusPending,
  /// There is no operation. Either the future was created by the default constructor, moved from or
  /// released, or its owner was deleted while the operation was pending.
  kFutureStatusInvalid
};

/// The id of an operation.
typedef uintptr_t FutureHandleId;

/// Names the operation of a future.
class FutureHandle {
 public:
  /// Creates a handle without an operation.
  FutureHandle() : id_(0) {}
  /// Names the operation with this id.
  explicit FutureHandle(FutureHandleId id) : id_(id) {}
  /// Creates a copy that names the same operation.
  FutureHandle(const FutureHandle& other) = default;
  /// Moves the handle. `other` then names no operation.
  FutureHandle(FutureHandle&& other) noexcept : id_(other.id_) { other.id_ = 0; }
  /// Creates a copy that names the same operation.
  FutureHandle& operator=(const FutureHandle& other) = default;
  /// Moves the handle. `other` then names no operation.
  FutureHandle& operator=(FutureHandle&& other) noexcept {
    FutureHandleId id = other.id_;
    other.id_ = 0;
    id_ = id;
    return *this;
  }
  /// The operation's id; 0 for none.
  FutureHandleId id() const { return id_; }
  /// True if both handles name the same operation.
  bool operator==(const FutureHandle& other) const { return id_ == other.id_; }
  /// True if the handles name different operations.
  bool operator!=(const FutureHandle& other) const { return id_ != other.id_; }

 private:
  FutureHandleId id_;
};

/// The outcome of an asynchronous operation, for any type of result. All copies refer to the same
/// operation. Several threads may use different copies at the same time, and several threads may
/// read one object.
class FutureBase {
 public:
  /// Called when the operation has completed, with the pointer that was passed with it.
  typedef void (*CompletionCallback)(const FutureBase& result_data, void* user_data);

  /// Names a callback that was passed to AddOnCompletion().
  class CompletionCallbackHandle {
   public:
    /// Creates a handle without a callback.
    CompletionCallbackHandle() : id_(0) {}

   private:
    friend class FutureBase;
    explicit CompletionCallbackHandle(uint64_t id) : id_(id) {}
    uint64_t id_;
  };

  /// The timeout for Wait() that means no limit.
  static const int kWaitTimeoutInfinite;

  /// Creates an invalid future, without an operation.
  FutureBase();
  /// Creates a copy that refers to the same operation.
  FutureBase(const FutureBase& rhs);
  /// Moves the future. `rhs` then is invalid.
  FutureBase(FutureBase&& rhs) noexcept;
  /// Creates a copy that refers to the same operation.
  FutureBase& operator=(const FutureBase& rhs);
  /// Moves the future. `rhs` then is invalid.
  FutureBase& operator=(FutureBase&& rhs) noexcept;
  /// Destroys this object. The operation continues, and its callbacks are called.
  ~FutureBase();

  /// Detaches this future from the operation, which continues. The future then is invalid.
  void Release();

  /// The state of the operation.
  FutureStatus status() const;

  /// 0 if the operation succeeded or is pending; -1 for an invalid future. Otherwise the library's
  /// error code: a firebase::auth::AuthError.
  int error() const;

  /// The reason why the operation failed, for people; empty if it did not fail. Valid while a copy
  /// of the future exists.
  const char* error_message() const;

  /// The result of the operation. NULL while it is pending, for an invalid future and for
  /// Future<void>. An operation that failed also has a result.
  const void* result_void() const;

  /// Waits on this thread until the operation has completed, for at most this number of
  /// milliseconds. A callback must not wait for another operation: that operation could complete
  /// only after the callback.
  ///
  /// @return True if the operation has completed. False at once for an invalid future.
  bool Wait(int timeout_milliseconds) const;

  /// Calls a function once when the operation has completed: on a thread of the SDK, or during this
  /// call if the operation has already completed. A further call of OnCompletion() replaces a
  /// function that was not called yet.
  void OnCompletion(CompletionCallback callback, void* user_data) const;

  /// Calls a function object once when the operation has completed, and then destroys the object.
  void OnCompletion(std::function<void(const FutureBase&)> callback) const;

  /// Calls a function as OnCompletion() does, but does not replace other functions. They are called
  /// in the order in which they were added, after the function of OnCompletion().
  CompletionCallbackHandle AddOnCompletion(CompletionCallback callback, void* user_data) const;

  /// Calls a function object when the operation has completed, in addition to other functions.
  CompletionCallbackHandle AddOnCompletion(std::function<void(const FutureBase&)> callback) const;

  /// Removes a function that was passed to AddOnCompletion(). Does not affect a running call.
  void RemoveOnCompletion(CompletionCallbackHandle completion_handle) const;

  /// Returns the handle of the operation.
  FutureHandle GetHandle() const;

  /// True if both futures refer to the same operation. Invalid futures are equal.
  bool operator==(const FutureBase& rhs) const { return state_ == rhs.state_; }
  /// True if the futures refer to different operations.
  bool operator!=(const FutureBase& rhs) const { return !(*this == rhs); }

 protected:
  friend struct internal::FutureAccess;

  FutureBase(std::shared_ptr<internal::FutureState> state, unsigned int view);

  // The operation, and the index of the result's form that this future shows. The result of a
  // DualFuture has several forms.
  std::shared_ptr<internal::FutureState> state_;
  unsigned int view_;
};

/// The outcome of an asynchronous operation. See FutureBase.
///
/// @code
/// firebase::Future<firebase::auth::AuthResult> future = auth->SignInAnonymously();
/// future.OnCompletion([](const firebase::Future<firebase::auth::AuthResult>& done) {
///   if (done.error() == firebase::auth::kAuthErrorNone) Greet(done.result()->user.uid());
/// });
/// @endcode
template <typename ResultType>
class Future : public FutureBase {
 public:
  /// Called when the operation has completed, with the pointer that was passed with it.
  typedef void (*TypedCompletionCallback)(const Future<ResultType>& result_data, void* user_data);

  /// Creates an invalid future, without an operation.
  Future() = default;

  /// The result of the operation, like result_void(). Valid while a copy of the future exists.
  const ResultType* result() const { return static_cast<const ResultType*>(result_void()); }

  /// Waits as Wait() does, and returns the result; NULL if the time limit was reached.
  const ResultType* Await(int timeout_milliseconds) const {
    Wait(timeout_milliseconds);
    return result();
  }

  /// Calls a function as FutureBase::OnCompletion() does.
  void OnCompletion(TypedCompletionCallback callback, void* user_data) const {
    FutureBase::OnCompletion(Typed(callback, user_data));
  }
  /// Calls a function as FutureBase::OnCompletion() does.
  void OnCompletion(CompletionCallback callback, void* user_data) const {
    FutureBase::OnCompletion(callback, user_data);
  }
  /// Calls a function object as FutureBase::OnCompletion() does. Also accepts a function with a
  /// `const FutureBase&`.
  void OnCompletion(std::function<void(const Future<ResultType>&)> callback) const {
    FutureBase::OnCompletion(Typed(std::move(callback)));
  }

  /// Calls a function as FutureBase::AddOnCompletion() does.
  CompletionCallbackHandle AddOnCompletion(TypedCompletionCallback callback,
                                           void* user_data) const {
    return FutureBase::AddOnCompletion(Typed(callback, user_data));
  }
  /// Calls a function as FutureBase::AddOnCompletion() does.
  CompletionCallbackHandle AddOnCompletion(CompletionCallback callback, void* user_data) const {
    return FutureBase::AddOnCompletion(callback, user_data);
  }
  /// Calls a function object as FutureBase::AddOnCompletion() does.
  CompletionCallbackHandle AddOnCompletion(
      std::function<void(const Future<ResultType>&)> callback) const {
    return FutureBase::AddOnCompletion(Typed(std::move(callback)));
  }

 protected:
  friend struct internal::FutureAccess;

  Future(std::shared_ptr<internal::FutureState> state, unsigned int view)
      : FutureBase(std::move(state), view) {}

 private:
  static std::function<void(const FutureBase&)> Typed(TypedCompletionCallback callback,
                                                      void* user_data) {
    if (callback == nullptr) return nullptr;
    return [callback, user_data](const FutureBase& done) { callback(AsTyped(done), user_data); };
  }
  static std::function<void(const FutureBase&)> Typed(
      std::function<void(const Future<ResultType>&)> callback) {
    if (!callback) return nullptr;
    return [callback](const FutureBase& done) { callback(AsTyped(done)); };
  }
  // Makes a copy: the callback's argument is not of this class, although its members are the same.
  static Future AsTyped(const FutureBase& done) {
    Future typed;
    static_cast<FutureBase&>(typed) = done;
    return typed;
  }
};

}  // namespace firebase

#include "firebase/internal/dual_future.h"

#endif  // FIREBASE_FUTURE_H_
