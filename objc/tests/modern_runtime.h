// What snippets.m has before anything else: GCC's runtime.h looks into objects, which is not for
// code with automatic reference counting, so GNUstep's headers are given the two names that they
// take from it.

#define __objc_runtime_INCLUDE_GNU
typedef struct objc_method *Method;
typedef struct objc_ivar *Ivar;
