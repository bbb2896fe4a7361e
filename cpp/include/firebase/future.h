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

/// Where an operation stands.
enum FutureStatus {
  /// It has ended, well or with an error.
  kFutureStatusComplete,
  /// It is under way.
  kFutureStatusPending,
  /// There is no operation: the future was made by the default constructor, moved from or released,
  /// or what it belongs to was deleted while it was pending.
  kFutureStatusInvalid
};

/// What tells one operation from another.
typedef uintptr_t FutureHandleId;

/// Names the operation that a future is of.
class FutureHandle {
 public:
  /// Names none.
  FutureHandle() : id_(0) {}
  /// Names the operation of this id.
  explicit FutureHandle(FutureHandleId id) : id_(id) {}
  /// A copy names the same operation.
  FutureHandle(const FutureHandle& other) = default;
  /// Leaves `other` naming none.
  FutureHandle(FutureHandle&& other) noexcept : id_(other.id_) { other.id_ = 0; }
  /// A copy names the same operation.
  FutureHandle& operator=(const FutureHandle& other) = default;
  /// Leaves `other` naming none.
  FutureHandle& operator=(FutureHandle&& other) noexcept {
    FutureHandleId id = other.id_;
    other.id_ = 0;
    id_ = id;
    return *this;
  }
  /// The operation's id; 0 for none.
  FutureHandleId id() const { return id_; }
  /// Whether both name the same operation.
  bool operator==(const FutureHandle& other) const { return id_ == other.id_; }
  /// Whether they name different operations.
  bool operator!=(const FutureHandle& other) const { return id_ != other.id_; }

 private:
  FutureHandleId id_;
};

/// The outcome of an operation that takes its time, whatever the type of its result. Copies are of
/// the same operation. Different copies may be used on different threads at once; one object may be
/// read by several.
class FutureBase {
 public:
  /// Called when the operation has ended, with the pointer that was given along.
  typedef void (*CompletionCallback)(const FutureBase& result_data, void* user_data);

  /// Names a callback that AddOnCompletion() took.
  class CompletionCallbackHandle {
   public:
    /// Names none.
    CompletionCallbackHandle() : id_(0) {}

   private:
    friend class FutureBase;
    explicit CompletionCallbackHandle(uint64_t id) : id_(id) {}
    uint64_t id_;
  };

  /// For Wait(): as long as it takes.
  static const int kWaitTimeoutInfinite;

  /// Of no operation: invalid.
  FutureBase();
  /// A copy is of the same operation.
  FutureBase(const FutureBase& rhs);
  /// Leaves `rhs` invalid.
  FutureBase(FutureBase&& rhs) noexcept;
  /// A copy is of the same operation.
  FutureBase& operator=(const FutureBase& rhs);
  /// Leaves `rhs` invalid.
  FutureBase& operator=(FutureBase&& rhs) noexcept;
  /// The operation goes on, and its callbacks are called.
  ~FutureBase();

  /// Lets go of the operation, which goes on: this future is invalid from now on.
  void Release();

  /// Where the operation stands.
  FutureStatus status() const;

  /// 0 when the operation went well; otherwise why not, as the library numbers it: a
  /// firebase::auth::AuthError. 0 while it is pending, too. -1 for an invalid future.
  int error() const;

  /// Why the operation failed, for people; empty when it did not. Valid for as long as there is a
  /// copy of the future.
  const char* error_message() const;

  /// What the operation gave. NULL while it is pending, for an invalid future and for Future<void>.
  /// An operation that failed has a result, too.
  const void* result_void() const;

  /// Waits on this thread until the operation has ended, at most so many milliseconds. A callback
  /// must not wait for another operation: it is on that operation's callback that it would wait.
  ///
  /// @return Whether it has ended. False at once for an invalid future.
  bool Wait(int timeout_milliseconds) const;

  /// Has a function called once, when the operation has ended: on a thread of the SDK's, or here
  /// and now when it has ended already. Another call replaces the function, unless it was called.
  void OnCompletion(CompletionCallback callback, void* user_data) const;

  /// As above, with a function object, which is destroyed after the call.
  void OnCompletion(std::function<void(const FutureBase&)> callback) const;

  /// As OnCompletion(), and leaves others in place: they are called in the order in which they were
  /// added, after the one of OnCompletion().
  CompletionCallbackHandle AddOnCompletion(CompletionCallback callback, void* user_data) const;

  /// As above, with a function object.
  CompletionCallbackHandle AddOnCompletion(std::function<void(const FutureBase&)> callback) const;

  /// Takes back what AddOnCompletion() was given. Has no effect on what is being called already.
  void RemoveOnCompletion(CompletionCallbackHandle completion_handle) const;

  /// Names the operation.
  FutureHandle GetHandle() const;

  /// Whether both are of the same operation. Invalid ones are equal.
  bool operator==(const FutureBase& rhs) const { return state_ == rhs.state_; }
  /// Whether they are of different operations.
  bool operator!=(const FutureBase& rhs) const { return !(*this == rhs); }

 protected:
  friend struct internal::FutureAccess;

  FutureBase(std::shared_ptr<internal::FutureState> state, unsigned int view);

  // The operation, and which form of its result this future shows: a DualFuture has several.
  std::shared_ptr<internal::FutureState> state_;
  unsigned int view_;
};

/// The outcome of an operation that takes its time. See FutureBase.
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
  /// Called when the operation has ended, with the pointer that was given along.
  typedef void (*TypedCompletionCallback)(const Future<ResultType>& result_data, void* user_data);

  /// Of no operation: invalid.
  Future() = default;

  /// What the operation gave: as result_void(). Valid for as long as there is a copy of the future.
  const ResultType* result() const { return static_cast<const ResultType*>(result_void()); }

  /// Waits as Wait() does, and gives the result; NULL when the time has run out.
  const ResultType* Await(int timeout_milliseconds) const {
    Wait(timeout_milliseconds);
    return result();
  }

  /// As FutureBase::OnCompletion().
  void OnCompletion(TypedCompletionCallback callback, void* user_data) const {
    FutureBase::OnCompletion(Typed(callback, user_data));
  }
  /// As FutureBase::OnCompletion().
  void OnCompletion(CompletionCallback callback, void* user_data) const {
    FutureBase::OnCompletion(callback, user_data);
  }
  /// As FutureBase::OnCompletion(). A function of a `const FutureBase&` will do, too.
  void OnCompletion(std::function<void(const Future<ResultType>&)> callback) const {
    FutureBase::OnCompletion(Typed(std::move(callback)));
  }

  /// As FutureBase::AddOnCompletion().
  CompletionCallbackHandle AddOnCompletion(TypedCompletionCallback callback,
                                           void* user_data) const {
    return FutureBase::AddOnCompletion(Typed(callback, user_data));
  }
  /// As FutureBase::AddOnCompletion().
  CompletionCallbackHandle AddOnCompletion(CompletionCallback callback, void* user_data) const {
    return FutureBase::AddOnCompletion(callback, user_data);
  }
  /// As FutureBase::AddOnCompletion().
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
  // A copy: what is called back with is not of this class, though its members are the same.
  static Future AsTyped(const FutureBase& done) {
    Future typed;
    static_cast<FutureBase&>(typed) = done;
    return typed;
  }
};

}  // namespace firebase

#include "firebase/internal/dual_future.h"

#endif  // FIREBASE_FUTURE_H_
