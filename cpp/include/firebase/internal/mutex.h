#ifndef FIREBASE_INTERNAL_MUTEX_H_
#define FIREBASE_INTERNAL_MUTEX_H_

#include <pthread.h>

#include "firebase/internal/platform.h"

namespace firebase {

/// A lock that only one thread at a time can hold. Programs that were written for the official SDK
/// use it for their own data; std::mutex does the same.
class Mutex {
 public:
  /// Says whether a thread that holds the lock may lock it again.
  enum Mode {
    /// The thread may not lock it again: the thread would wait for itself.
    kModeNonRecursive = (0 << 0),
    /// The thread may lock it again, and must unlock it as many times.
    kModeRecursive = (1 << 0),
  };

  /// Creates a recursive lock.
  Mutex() : Mutex(kModeRecursive) {}
  /// Creates a lock of this mode.
  explicit Mutex(Mode mode);
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;
  ~Mutex();

  /// Locks the mutex. Waits until the mutex is free.
  void Acquire();
  /// Unlocks the mutex.
  void Release();

  /// The system's own object.
  pthread_mutex_t* native_handle() { return &mutex_; }

 private:
  pthread_mutex_t mutex_;
};

/// Holds a mutex for as long as this object exists.
class MutexLock {
 public:
  /// Locks the mutex.
  explicit MutexLock(Mutex& mutex) : mutex_(&mutex) { mutex_->Acquire(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;
  /// Unlocks the mutex.
  ~MutexLock() { mutex_->Release(); }

 private:
  Mutex* mutex_;
};

}  // namespace firebase

#endif  // FIREBASE_INTERNAL_MUTEX_H_
