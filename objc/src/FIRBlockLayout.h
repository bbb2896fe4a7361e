// The memory layout of a block, as compilers define it:
// https://clang.llvm.org/docs/Block-ABI-Apple.html

#ifndef FIR_BLOCK_LAYOUT_H
#define FIR_BLOCK_LAYOUT_H

enum {
  FIRBlockReferencesMask = 0xffff,
  FIRBlockIsOnHeap = 1 << 24,
  FIRBlockHasHelpers = 1 << 25,
  FIRBlockIsGlobal = 1 << 28
};

typedef struct FIRBlockDescriptor {
  unsigned long reserved;
  unsigned long size;
  // Present only in a block with helper functions.
  void (*copy)(void *to, const void *from);
  void (*dispose)(const void *block);
} FIRBlockDescriptor;

typedef struct FIRBlockLayout {
  void *isa;
  int flags;
  int reserved;
  void (*invoke)(void);
  const FIRBlockDescriptor *descriptor;
} FIRBlockLayout;

#if defined(__cplusplus)
extern "C" {
#endif
extern void *_NSConcreteStackBlock[32];
void *_Block_copy(const void *block);
void _Block_release(const void *block);
#if defined(__cplusplus)
}
#endif

#endif
