#ifndef LATCHKEY_CPP_AUTH_NUMBERED_H_
#define LATCHKEY_CPP_AUTH_NUMBERED_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

namespace firebase {
namespace auth {
namespace internal {

// Assigns numbers to objects. The C interface receives a number as the context. When C code calls
// back, the object may no longer exist: a number can be checked for this, but an address cannot.
template <typename T>
class Numbered {
 public:
  void* Add(std::weak_ptr<T> object) {
    std::lock_guard<std::mutex> lock(mutex_);
    objects_[++last_] = std::move(object);
    return reinterpret_cast<void*>(last_);
  }

  void Remove(void* number) {
    std::lock_guard<std::mutex> lock(mutex_);
    objects_.erase(reinterpret_cast<uintptr_t>(number));
  }

  std::shared_ptr<T> Find(void* number) {
    std::lock_guard<std::mutex> lock(mutex_);
    auto found = objects_.find(reinterpret_cast<uintptr_t>(number));
    return found == objects_.end() ? nullptr : found->second.lock();
  }

  // Never destroyed: calls may arrive while the process ends.
  static Numbered& Shared() {
    static Numbered* shared = new Numbered;
    return *shared;
  }

 private:
  std::mutex mutex_;
  std::map<uintptr_t, std::weak_ptr<T>> objects_;
  uintptr_t last_ = 0;
};

}  // namespace internal
}  // namespace auth
}  // namespace firebase

#endif  // LATCHKEY_CPP_AUTH_NUMBERED_H_
