#ifndef LATCHKEY_CPP_ABI_HANDLE_H_
#define LATCHKEY_CPP_ABI_HANDLE_H_

#include <string>
#include <utility>

#include "latchkey_auth.h"

namespace latchkey {

// A reference to an object of the C interface, or no reference.
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

  // Takes ownership of a reference that a function of the C interface returned.
  static Handle Taking(T* object) {
    Handle handle;
    handle.object_ = object;
    return handle;
  }
  // Adds a reference to an object that a callback borrowed.
  static Handle Retaining(T* object) {
    latchkey_retain(object);
    return Taking(object);
  }

  T* get() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

  // Returns the place for a reference that a function returns through an argument.
  T** Receive() {
    *this = Handle();
    return &object_;
  }

 private:
  T* object_;
};

// Takes ownership of a text that a function of the C interface returned; returns "" for NULL.
inline std::string TakeText(char* text) {
  if (text == nullptr) return std::string();
  std::string copy(text);
  latchkey_free(text);
  return copy;
}

}  // namespace latchkey

#endif  // LATCHKEY_CPP_ABI_HANDLE_H_
