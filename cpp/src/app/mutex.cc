#include "firebase/internal/mutex.h"

namespace firebase {

Mutex::Mutex(Mode mode) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, (mode & kModeRecursive) != 0 ? PTHREAD_MUTEX_RECURSIVE
                                                                      : PTHREAD_MUTEX_NORMAL);
  pthread_mutex_init(&mutex_, &attributes);
  pthread_mutexattr_destroy(&attributes);
}

Mutex::~Mutex() { pthread_mutex_destroy(&mutex_); }

void Mutex::Acquire() { pthread_mutex_lock(&mutex_); }

void Mutex::Release() { pthread_mutex_unlock(&mutex_); }

}  // namespace firebase
