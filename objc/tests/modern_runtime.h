// Included first in snippets.m. GCC's runtime.h accesses the members of objects, which does not
// compile with automatic reference counting. So this file defines the two names that GNUstep's
// headers use from runtime.h.

#define __objc_runtime_INCLUDE_GNU
typedef struct objc_method *Method;
typedef struct objc_ivar *Ivar;
