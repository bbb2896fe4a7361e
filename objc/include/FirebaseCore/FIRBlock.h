// The types of completions.
//
// With a compiler that supports blocks, a completion is a block. For a compiler without blocks,
// such as GCC, a completion is a pointer to a structure with the memory layout of a block. A
// function makes this structure from a function of the app and an object:
//
//   static void signedIn(id context, FIRAuthDataResult *result, NSError *error) { ... }
//
//   [auth signInWithCredential:credential
//                   completion:FIRAuthDataResultCallbackMake(signedIn, self)];
//
// The object may be nil. It is retained for as long as the completion exists. The result of the
// function is autoreleased. A method that receives a completion retains it for as long as needed.

#ifndef FIR_BLOCK_H
#define FIR_BLOCK_H

#import <FirebaseCore/FIRMacros.h>

FIR_ASSUME_NONNULL_BEGIN

#if __has_feature(blocks) || defined(__BLOCKS__)
#define FIR_HAS_BLOCKS 1
#define FIR_BLOCK(name, ...) typedef void (^name)(__VA_ARGS__)
#else
#define FIR_HAS_BLOCKS 0
#define FIR_BLOCK(name, ...)             \
  typedef struct name##Layout {          \
    void *isa;                           \
    int flags;                           \
    int reserved;                        \
    void (*invoke)(void *, __VA_ARGS__); \
  } *name
#endif

// Makes a block that calls a function. The function receives the object and the block's own
// arguments, which are one or two pointers.
FIR_EXPORT void *FIRBlockMake(void (*function)(void), unsigned arguments, id FIR_NULLABLE context);

// Declares a block with one or two pointers. With manual reference counting, also declares the
// function that makes the block.
#if __has_feature(objc_arc)
#define FIR_CALLBACK_1(name, A) FIR_BLOCK(name, A)
#define FIR_CALLBACK_2(name, A, B) FIR_BLOCK(name, A, B)
#else
#define FIR_CALLBACK_1(name, A)                                                    \
  FIR_BLOCK(name, A);                                                              \
  static inline __attribute__((unused))                                            \
  name name##Make(void (*function)(id FIR_NULLABLE, A), id FIR_NULLABLE context) { \
    return (name)FIRBlockMake((void (*)(void))function, 1, context);               \
  }                                                                                \
  struct name##IsDeclared
#define FIR_CALLBACK_2(name, A, B)                                                    \
  FIR_BLOCK(name, A, B);                                                              \
  static inline __attribute__((unused))                                               \
  name name##Make(void (*function)(id FIR_NULLABLE, A, B), id FIR_NULLABLE context) { \
    return (name)FIRBlockMake((void (*)(void))function, 2, context);                  \
  }                                                                                   \
  struct name##IsDeclared
#endif

FIR_ASSUME_NONNULL_END

#endif
