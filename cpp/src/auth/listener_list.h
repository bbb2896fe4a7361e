#ifndef LATCHKEY_CPP_AUTH_LISTENER_LIST_H_
#define LATCHKEY_CPP_AUTH_LISTENER_LIST_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace firebase {
namespace auth {
namespace internal {

// Listeners, each with the user id of its last call. All functions run under one recursive lock, so
// that a listener may change the list during its call.
template <typename Listener>
class ListenerList {
 public:
  // Returns false if the list already contains the listener.
  bool Add(Listener* listener, const std::string& uid) {
    if (Find(listener) != entries_.end()) return false;
    entries_.push_back({++last_id_, listener, uid});
    return true;
  }

  bool Remove(Listener* listener) {
    auto entry = Find(listener);
    if (entry == entries_.end()) return false;
    entries_.erase(entry);
    return true;
  }

  void Clear() { entries_.clear(); }

  // Calls each listener that is in the list now, unless it is removed before its turn. `is_news`
  // decides whether to call a listener. It receives the user id of the listener's last call and the
  // id of the currently signed-in user. That user may differ for each listener, because an earlier
  // listener may have signed a user in or out.
  template <typename CurrentUid, typename IsNews, typename Tell>
  void TellEach(CurrentUid current_uid, IsNews is_news, Tell tell) {
    std::vector<uint64_t> ids;
    for (const Entry& entry : entries_) ids.push_back(entry.id);
    for (uint64_t id : ids) {
      auto entry = std::find_if(entries_.begin(), entries_.end(),
                                [id](const Entry& candidate) { return candidate.id == id; });
      if (entry == entries_.end()) continue;
      std::string uid = current_uid();
      if (!is_news(entry->uid, uid)) continue;
      entry->uid = uid;
      tell(entry->listener);
    }
  }

 private:
  struct Entry {
    uint64_t id;
    Listener* listener;
    std::string uid;
  };

  typename std::vector<Entry>::iterator Find(Listener* listener) {
    return std::find_if(entries_.begin(), entries_.end(), [listener](const Entry& candidate) {
      return candidate.listener == listener;
    });
  }

  std::vector<Entry> entries_;
  uint64_t last_id_ = 0;
};

}  // namespace internal
}  // namespace auth
}  // namespace firebase

#endif  // LATCHKEY_CPP_AUTH_LISTENER_LIST_H_
