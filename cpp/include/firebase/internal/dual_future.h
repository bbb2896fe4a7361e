#ifndef FIREBASE_INTERNAL_DUAL_FUTURE_H_
#define FIREBASE_INTERNAL_DUAL_FUTURE_H_

#include <memory>
#include <type_traits>

#include "firebase/future.h"

namespace firebase {

namespace internal {

// The index of a type in a list of types, counted from `at`. There is no `value` if the list does
// not contain the type.
template <unsigned int at, typename Wanted, typename... List>
struct PlaceOf {};

template <unsigned int at, typename Wanted, typename... Rest>
struct PlaceOf<at, Wanted, Wanted, Rest...> {
  enum : unsigned int { value = at };
};

template <unsigned int at, typename Wanted, typename Other, typename... Rest>
struct PlaceOf<at, Wanted, Other, Rest...> : PlaceOf<at + 1, Wanted, Rest...> {};

}  // namespace internal

/// A Future<New> that converts to a Future of an older version of the API. For example,
/// SignInWithCredential() returns a Future<User> to current code and a Future<User*> to older code.
/// Both refer to the same operation, and are equal.
template <typename New, typename... Old>
class DualFuture : public Future<New> {
 public:
  /// Creates an invalid future, without an operation.
  DualFuture() = default;

  /// Returns a future of the same operation, with its result in an older form.
  template <typename Other, unsigned int view = internal::PlaceOf<1, Other, Old...>::value>
  operator Future<Other>() const {  // NOLINT: implicit on purpose
    return View<Other>(this->state_, view);
  }

 private:
  friend struct internal::FutureAccess;

  explicit DualFuture(std::shared_ptr<internal::FutureState> state)
      : Future<New>(std::move(state), 0) {}

  template <typename Other>
  struct View : Future<Other> {
    View(std::shared_ptr<internal::FutureState> state, unsigned int view)
        : Future<Other>(std::move(state), view) {}
  };
};

}  // namespace firebase

#endif  // FIREBASE_INTERNAL_DUAL_FUTURE_H_
