// Macros for the differences between the compilers that read these headers: GCC with GNUstep, clang
// with GNUstep, Apple's clang.

#ifndef FIR_MACROS_H
#define FIR_MACROS_H

#import <Foundation/Foundation.h>

#ifndef __has_feature
#define __has_feature(feature) 0
#endif

#if __has_feature(nullability)
#define FIR_NULLABLE _Nullable
#define FIR_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define FIR_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#else
#define FIR_NULLABLE
#define FIR_ASSUME_NONNULL_BEGIN
#define FIR_ASSUME_NONNULL_END
#endif

// FIR_OF(NSArray, NSString *) is NSArray<NSString *> if the compiler and Foundation support
// generics.
#if __has_feature(objc_generics) && (defined(__APPLE__) || defined(GS_GENERIC_CLASS))
#define FIR_OF(type, ...) type<__VA_ARGS__>
#else
#define FIR_OF(type, ...) type
#endif

// Marks init as unavailable for a class whose objects are not created with it.
#if defined(__clang__)
#define FIR_NO_INIT(instead) -(instancetype)init __attribute__((unavailable(instead)));
#else
#define FIR_NO_INIT(instead)
#endif

#if defined(__cplusplus)
#define FIR_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define FIR_EXPORT extern __attribute__((visibility("default")))
#endif

#endif
