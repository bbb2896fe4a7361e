#ifndef LATCHKEY_CPP_ABI_HANDLE_H_
#define LATCHKEY_CPP_ABI_HANDLE_H_

#include <string>
#include <utility>

#include "latchkey_auth.h"

namespace latchkey {

// A reference to an object of the C interface, or to none.
template <typename T>
class Handle {
 public:
  Handle() : object_(nullptr) {}
  Handle(const Handle& other) : object_(other.object_) { latchkey_retain(object_); }
  Handle(Handle&& other) noexcept : object_(other.object_) { other.object_ = nullptr; }
  Handle& operator=(Handle other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Handle() { latchkey_release(object_); }

  // Takes over the reference that a function of the interface gave.
  static Handle Taking(T* object) {
    Handle handle;
    handle.object_ = object;
    return handle;
  }
  // Takes one more reference to what a callback was lent.
  static Handle Retaining(T* object) {
    latchkey_retain(object);
    return Taking(object);
  }

  T* get() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

  // For an argument that gives a reference back.
  T** Receive() {
    *this = Handle();
    return &object_;
  }

 private:
  T* object_;
};

// Takes over a text that a function of the interface gave; "" for NULL.
inline std::string TakeText(char* text) {
  if (text == nullptr) return std::string();
  std::string copy(text);
  latchkey_free(text);
  return copy;
}

}  // namespace latchkey

#endif  // LATCHKEY_CPP_ABI_HANDLE_H_
