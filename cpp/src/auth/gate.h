#ifndef LATCHKEY_CPP_AUTH_GATE_H_
#define LATCHKEY_CPP_AUTH_GATE_H_

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace firebase {
namespace auth {
namespace internal {

// Calls of the program's functions pass this gate. After the gate is closed, no such call is
// running.
class Gate {
 public:
  // Holds the gate open for as long as this object exists, if the gate was open.
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

  // Blocks new calls, and waits for running calls on other threads. May be called more than once,
  // also by a running call.
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
