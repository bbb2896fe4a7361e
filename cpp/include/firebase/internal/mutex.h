#ifndef FIREBASE_INTERNAL_MUTEX_H_
#define FIREBASE_INTERNAL_MUTEX_H_

#include <pthread.h>

#include "firebase/internal/platform.h"

namespace firebase {

/// A lock that one thread at a time has. Programs that were written for the official SDK use it for
/// their own data; std::mutex does the same.
class Mutex {
 public:
  /// Whether the thread that has the lock may take it again.
  enum Mode {
    /// It may not: it would wait for itself.
    kModeNonRecursive = (0 << 0),
    /// It may, and gives it back as often.
    kModeRecursive = (1 << 0),
  };

  /// A recursive one.
  Mutex() : Mutex(kModeRecursive) {}
  /// One of either mode.
  explicit Mutex(Mode mode);
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;
  ~Mutex();

  /// Takes the lock, and waits until it can be had.
  void Acquire();
  /// Gives the lock back.
  void Release();

  /// The system's own object.
  pthread_mutex_t* native_handle() { return &mutex_; }

 private:
  pthread_mutex_t mutex_;
};

/// Has a mutex for as long as it exists.
class MutexLock {
 public:
  /// Takes the lock.
  explicit MutexLock(Mutex& mutex) : mutex_(&mutex) { mutex_->Acquire(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;
  /// Gives it back.
  ~MutexLock() { mutex_->Release(); }

 private:
  Mutex* mutex_;
};

}  // namespace firebase

#endif  // FIREBASE_INTERNAL_MUTEX_H_
