#ifndef LATCHKEY_CPP_AUTH_LISTENER_LIST_H_
#define LATCHKEY_CPP_AUTH_LISTENER_LIST_H_

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace firebase {
namespace auth {
namespace internal {

// Listeners, and who each was last told to be signed in. Used under one recursive lock, by which a
// listener may change the list while it is told.
template <typename Listener>
class ListenerList {
 public:
  // False when it is there already.
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

  // Tells each one that is there now, and still there when its turn comes, if `is_news` says so of
  // the one it was told of last and of the one who is signed in by then: a listener may have changed
  // that, and all have been told of it.
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
