#import <FirebaseCore/FIRBlock.h>

#import "FIRBlockLayout.h"

// A block that was made from a function. It begins with the members that every block has.
typedef struct FIRFunctionBlock {
  FIRBlockLayout layout;
  void (*function)(void);
  id context;
} FIRFunctionBlock;

static void FIRCopyFunctionBlock(void *to, const void *from) {
  (void)from;
  [((FIRFunctionBlock *)to)->context retain];
}

static void FIRDisposeFunctionBlock(const void *block) {
  [((const FIRFunctionBlock *)block)->context release];
}

static const FIRBlockDescriptor FIRFunctionBlockDescriptor = {
    0, sizeof(FIRFunctionBlock), FIRCopyFunctionBlock, FIRDisposeFunctionBlock};

static void FIRInvokeWithOne(FIRFunctionBlock *block, id first) {
  ((void (*)(id, id))block->function)(block->context, first);
}

static void FIRInvokeWithTwo(FIRFunctionBlock *block, id first, id second) {
  ((void (*)(id, id, id))block->function)(block->context, first, second);
}

// Releases a reference to a block when the autorelease pool is drained.
@interface FIRBlockHolder : NSObject {
 @public
  void *_block;
}
@end

@implementation FIRBlockHolder
- (void)dealloc {
  _Block_release(_block);
  [super dealloc];
}
@end

void *FIRBlockMake(void (*function)(void), unsigned arguments, id context) {
  FIRFunctionBlock block;
  FIRBlockHolder *holder = [[FIRBlockHolder alloc] init];

  block.layout.isa = _NSConcreteStackBlock;
  block.layout.flags = FIRBlockHasHelpers;
  block.layout.reserved = 0;
  block.layout.invoke =
      arguments == 1 ? (void (*)(void))FIRInvokeWithOne : (void (*)(void))FIRInvokeWithTwo;
  block.layout.descriptor = &FIRFunctionBlockDescriptor;
  block.function = function;
  block.context = context;
  holder->_block = _Block_copy(&block);
  [holder autorelease];
  return holder->_block;
}
