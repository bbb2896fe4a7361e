#ifndef LATCHKEY_CPP_AUTH_GATE_H_
#define LATCHKEY_CPP_AUTH_GATE_H_

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace firebase {
namespace auth {
namespace internal {

// Through which calls of the user's functions go, so that whoever closes it knows that there are
// none any more.
class Gate {
 public:
  // Holds the gate open for as long as it exists, if it was open.
  class Passage {
   public:
    explicit Passage(Gate* gate);
    ~Passage();
    Passage(const Passage&) = delete;
    Passage& operator=(const Passage&) = delete;

    bool is_open() const { return is_open_; }

   private:
    Gate* gate_;
    bool is_open_;
  };

  // Lets nobody in any more, and waits for those on other threads to leave. May be called more than
  // once, and by those who are inside.
  void Close();

 private:
  std::mutex mutex_;
  std::condition_variable left_;
  bool is_closed_ = false;
  std::vector<std::thread::id> inside_;
};

}  // namespace internal
}  // namespace auth
}  // namespace firebase

#endif  // LATCHKEY_CPP_AUTH_GATE_H_
