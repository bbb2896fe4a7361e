// The functions that compiled blocks call. They are for Objective-C runtimes without these
// functions, such as GCC's runtime. The available block libraries do not support Objective-C, and
// so do not retain the objects that a block captures.

#import <Foundation/Foundation.h>

#if defined(__GNU_LIBOBJC__) && !defined(__APPLE__)

#import "FIRBlockLayout.h"

#include <stdlib.h>
#include <string.h>

#define FIR_RUNTIME __attribute__((visibility("default")))

enum {
  FIRFieldIsObject = 3,
  FIRFieldIsBlock = 7,
  FIRFieldIsVariable = 8,
  FIRFieldIsWeak = 16,
  FIRFieldOfVariable = 128
};

// A captured variable that the block can change: __block.
typedef struct FIRBlockVariable {
  void *isa;
  struct FIRBlockVariable *forwarding;
  int flags;
  int size;
  // Present only in a variable with helper functions.
  void (*copy)(void *to, void *from);
  void (*dispose)(void *variable);
} FIRBlockVariable;

// Only the addresses of these arrays matter.
FIR_RUNTIME void *_NSConcreteStackBlock[32];
FIR_RUNTIME void *_NSConcreteMallocBlock[32];
FIR_RUNTIME void *_NSConcreteGlobalBlock[32];

FIR_RUNTIME void _Block_object_assign(void *destination, const void *object, const int kind);
FIR_RUNTIME void _Block_object_dispose(const void *object, const int kind);

static BOOL FIRIsBlock(const void *object) {
  void *isa = *(void *const *)object;
  return isa == _NSConcreteStackBlock || isa == _NSConcreteMallocBlock ||
         isa == _NSConcreteGlobalBlock;
}

// Returns YES if this was the last reference.
static BOOL FIRDropReference(int *flags) {
  return (__atomic_sub_fetch(flags, 1, __ATOMIC_ACQ_REL) & FIRBlockReferencesMask) == 0;
}

FIR_RUNTIME void *_Block_copy(const void *block) {
  FIRBlockLayout *from = (FIRBlockLayout *)block;
  FIRBlockLayout *copy;

  if (from == NULL) return NULL;
  if (from->flags & FIRBlockIsOnHeap) {
    __atomic_add_fetch(&from->flags, 1, __ATOMIC_RELAXED);
    return from;
  }
  if (from->flags & FIRBlockIsGlobal) return from;

  copy = malloc(from->descriptor->size);
  if (copy == NULL) return NULL;
  memcpy(copy, from, from->descriptor->size);
  copy->isa = _NSConcreteMallocBlock;
  copy->flags = (from->flags & ~FIRBlockReferencesMask) | FIRBlockIsOnHeap | 1;
  if (copy->flags & FIRBlockHasHelpers) copy->descriptor->copy(copy, from);
  return copy;
}

FIR_RUNTIME void _Block_release(const void *block) {
  FIRBlockLayout *released = (FIRBlockLayout *)block;

  if (released == NULL || !(released->flags & FIRBlockIsOnHeap)) return;
  if (!FIRDropReference(&released->flags)) return;
  if (released->flags & FIRBlockHasHelpers) released->descriptor->dispose(released);
  free(released);
}

// The first copy of a block also copies its variables. From then on, the block and its function use
// the copy.
static FIRBlockVariable *FIRCopyVariable(FIRBlockVariable *variable) {
  FIRBlockVariable *copy = variable->forwarding;

  if (copy->flags & FIRBlockIsOnHeap) {
    __atomic_add_fetch(&copy->flags, 1, __ATOMIC_RELAXED);
    return copy;
  }
  copy = malloc((size_t)variable->size);
  if (copy == NULL) return NULL;
  memcpy(copy, variable, (size_t)variable->size);
  // The block owns one reference. The stack frame of the variable owns the other.
  copy->flags = (variable->flags & ~FIRBlockReferencesMask) | FIRBlockIsOnHeap | 2;
  copy->forwarding = copy;
  variable->forwarding = copy;
  if (variable->flags & FIRBlockHasHelpers) variable->copy(copy, variable);
  return copy;
}

static void FIRReleaseVariable(FIRBlockVariable *variable) {
  FIRBlockVariable *released = variable->forwarding;

  if (!(released->flags & FIRBlockIsOnHeap)) return;
  if (!FIRDropReference(&released->flags)) return;
  if (released->flags & FIRBlockHasHelpers) released->dispose(released);
  free(released);
}

FIR_RUNTIME void _Block_object_assign(void *destination, const void *object, const int kind) {
  const void **place = destination;

  if (kind & FIRFieldOfVariable) {
    // With manual reference counting, a variable does not retain its object.
    *place = object;
  } else if ((kind & ~FIRFieldIsWeak) == FIRFieldIsVariable) {
    *place = FIRCopyVariable((FIRBlockVariable *)object);
  } else if (kind == FIRFieldIsBlock ||
             (kind == FIRFieldIsObject && object && FIRIsBlock(object))) {
    *place = _Block_copy(object);
  } else if (kind == FIRFieldIsObject) {
    *place = [(id)object retain];
  } else {
    *place = object;
  }
}

FIR_RUNTIME void _Block_object_dispose(const void *object, const int kind) {
  if (kind & FIRFieldOfVariable) return;
  if ((kind & ~FIRFieldIsWeak) == FIRFieldIsVariable) {
    FIRReleaseVariable((FIRBlockVariable *)object);
  } else if (kind == FIRFieldIsBlock ||
             (kind == FIRFieldIsObject && object && FIRIsBlock(object))) {
    _Block_release(object);
  } else if (kind == FIRFieldIsObject) {
    [(id)object release];
  }
}

#endif
