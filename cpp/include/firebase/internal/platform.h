#ifndef FIREBASE_INTERNAL_PLATFORM_H_
#define FIREBASE_INTERNAL_PLATFORM_H_

// The platform that a program is compiled for: one of these macros is 1, the others are 0.

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif

#if defined(__ANDROID__)
#define FIREBASE_PLATFORM_ANDROID 1
#else
#define FIREBASE_PLATFORM_ANDROID 0
#endif

#if defined(TARGET_OS_IOS) && TARGET_OS_IOS
#define FIREBASE_PLATFORM_IOS 1
#else
#define FIREBASE_PLATFORM_IOS 0
#endif

#if defined(TARGET_OS_TV) && TARGET_OS_TV
#define FIREBASE_PLATFORM_TVOS 1
#else
#define FIREBASE_PLATFORM_TVOS 0
#endif

#if defined(TARGET_OS_OSX) && TARGET_OS_OSX
#define FIREBASE_PLATFORM_OSX 1
#else
#define FIREBASE_PLATFORM_OSX 0
#endif

#if defined(_WIN32)
#define FIREBASE_PLATFORM_WINDOWS 1
#else
#define FIREBASE_PLATFORM_WINDOWS 0
#endif

#if defined(__linux__) && !defined(__ANDROID__)
#define FIREBASE_PLATFORM_LINUX 1
#else
#define FIREBASE_PLATFORM_LINUX 0
#endif

#if FIREBASE_PLATFORM_ANDROID || FIREBASE_PLATFORM_IOS || FIREBASE_PLATFORM_TVOS || \
    FIREBASE_PLATFORM_OSX || FIREBASE_PLATFORM_WINDOWS || FIREBASE_PLATFORM_LINUX
#define FIREBASE_PLATFORM_UNKNOWN 0
#else
#define FIREBASE_PLATFORM_UNKNOWN 1
#endif

/// 1 on a telephone's platform.
#define FIREBASE_PLATFORM_MOBILE (FIREBASE_PLATFORM_IOS || FIREBASE_PLATFORM_ANDROID)
/// 1 on a desktop's platform.
#define FIREBASE_PLATFORM_DESKTOP \
  (FIREBASE_PLATFORM_LINUX || FIREBASE_PLATFORM_WINDOWS || FIREBASE_PLATFORM_OSX)

#endif  // FIREBASE_INTERNAL_PLATFORM_H_
