#ifndef LATCHKEY_CPP_AUTH_NUMBERED_H_
#define LATCHKEY_CPP_AUTH_NUMBERED_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

namespace firebase {
namespace auth {
namespace internal {

// Objects by numbers that are given to C as contexts: what C calls back with may be gone by then,
// and a number, unlike an address, can be asked for that.
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

  // Never destroyed: calls may come while the process ends.
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
