// Tests the types that programs for the official SDK get from its headers in addition to the SDK's
// classes.

#include "firebase/internal/mutex.h"

#include <gtest/gtest.h>

#include <thread>
#include <utility>

#include "firebase/auth.h"

namespace {

using firebase::FutureHandle;
using firebase::Mutex;
using firebase::MutexLock;

TEST(Platform, IsOne) {
  EXPECT_EQ(FIREBASE_PLATFORM_ANDROID + FIREBASE_PLATFORM_IOS + FIREBASE_PLATFORM_TVOS +
                FIREBASE_PLATFORM_OSX + FIREBASE_PLATFORM_WINDOWS + FIREBASE_PLATFORM_LINUX +
                FIREBASE_PLATFORM_UNKNOWN,
            1);
#if defined(__linux__)
  EXPECT_TRUE(FIREBASE_PLATFORM_LINUX && FIREBASE_PLATFORM_DESKTOP && !FIREBASE_PLATFORM_MOBILE);
#endif
}

TEST(MutexTest, KeepsOtherThreadsOut) {
  for (Mutex::Mode mode : {Mutex::kModeNonRecursive, Mutex::kModeRecursive}) {
    Mutex mutex(mode);
    int count = 0;
    auto add = [&] {
      for (int i = 0; i < 10000; ++i) {
        MutexLock lock(mutex);
        ++count;
      }
    };
    std::thread other(add);
    add();
    other.join();
    EXPECT_EQ(count, 20000);
  }
}

TEST(MutexTest, IsRecursiveUnlessToldOtherwise) {
  Mutex mutex;
  MutexLock outer(mutex);
  MutexLock inner(mutex);
  Mutex other(Mutex::kModeNonRecursive);
  other.Acquire();
  EXPECT_NE(pthread_mutex_trylock(other.native_handle()), 0);
  other.Release();
}

TEST(FutureHandleTest, IsMovedAway) {
  FutureHandle first(42);
  FutureHandle second(std::move(first));
  EXPECT_EQ(second.id(), 42u);
  EXPECT_EQ(first.id(), 0u);  // NOLINT: what is left behind names none
  first = std::move(second);
  EXPECT_EQ(first.id(), 42u);
  EXPECT_EQ(second.id(), 0u);  // NOLINT
  FutureHandle& same = first;
  first = std::move(same);
  EXPECT_EQ(first.id(), 42u);
  const FutureHandle copy = first;
  EXPECT_TRUE(copy == first);
}

// Included only through firebase/auth.h.
TEST(Headers, HaveTheFunctionsOfTexts) { EXPECT_EQ(std::strlen("text"), 4u); }

}  // namespace
