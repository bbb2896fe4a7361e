#include "auth/gate.h"

#include <algorithm>

namespace firebase {
namespace auth {
namespace internal {

Gate::Passage::Passage(Gate* gate) : gate_(gate) {
  std::lock_guard<std::mutex> lock(gate_->mutex_);
  is_open_ = !gate_->is_closed_;
  if (is_open_) gate_->inside_.push_back(std::this_thread::get_id());
}

Gate::Passage::~Passage() {
  if (!is_open_) return;
  std::lock_guard<std::mutex> lock(gate_->mutex_);
  std::vector<std::thread::id>& inside = gate_->inside_;
  inside.erase(std::find(inside.begin(), inside.end(), std::this_thread::get_id()));
  gate_->left_.notify_all();
}

void Gate::Close() {
  std::unique_lock<std::mutex> lock(mutex_);
  is_closed_ = true;
  std::thread::id self = std::this_thread::get_id();
  left_.wait(lock, [this, self] {
    return std::all_of(inside_.begin(), inside_.end(),
                       [self](std::thread::id id) { return id == self; });
  });
}

}  // namespace internal
}  // namespace auth
}  // namespace firebase
