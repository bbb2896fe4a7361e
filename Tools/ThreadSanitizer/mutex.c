// Tells the thread sanitizer what a waiting Mutex of Swift's standard library does on Linux.
//
// A lock that is free is taken by an atomic instruction in the code that takes it, which the sanitizer sees. Who has
// to wait does so in the kernel (FUTEX_LOCK_PI), which writes the owner into the lock itself: the sanitizer sees
// neither that nor the library that asks for it, and takes what two threads did one after the other for a race. The
// two functions that enter the kernel are put before the library's here, and say what they do.
//
// To be loaded by LD_PRELOAD. In a program without the sanitizer it changes nothing. Should a later release of Swift
// name the functions otherwise, they are not found here, and the false alarms are back.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

// Synchronization._MutexHandle._lockSlow(UInt32), _unlockSlow()
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex

typedef SWIFT void LockSlow(uint32_t thread, SELF);
typedef SWIFT void UnlockSlow(SELF);

__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

SWIFT void latchkey_lock_slow(uint32_t thread, SELF) __asm__(LOCK_SLOW);
SWIFT void latchkey_unlock_slow(SELF) __asm__(UNLOCK_SLOW);

SWIFT void latchkey_lock_slow(uint32_t thread, SELF) {
  ((LockSlow *)dlsym(RTLD_NEXT, LOCK_SLOW))(thread, mutex);
  if (__tsan_acquire) __tsan_acquire(mutex);
}

SWIFT void latchkey_unlock_slow(SELF) {
  if (__tsan_release) __tsan_release(mutex);
  ((UnlockSlow *)dlsym(RTLD_NEXT, UNLOCK_SLOW))(mutex);
}
