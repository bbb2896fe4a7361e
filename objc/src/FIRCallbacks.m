#import "FIRInternal.h"

// The arguments of completions for their callers: pointers that are objects or NULL.
#if FIR_HAS_BLOCKS
typedef void (^FIRErrorBlock)(NSError *error);
typedef void (^FIRValueBlock)(id value, NSError *error);
#else
FIR_BLOCK(FIRErrorBlock, NSError *error);
FIR_BLOCK(FIRValueBlock, id value, NSError *error);
#endif

static FIRAuthCallbackThread FIRThread = FIRAuthCallbackThreadMain;

@implementation FIRAuth (LatchkeyThreads)

+ (FIRAuthCallbackThread)callbackThread {
  return __atomic_load_n(&FIRThread, __ATOMIC_RELAXED);
}

+ (void)setCallbackThread:(FIRAuthCallbackThread)callbackThread {
  __atomic_store_n(&FIRThread, callbackThread, __ATOMIC_RELAXED);
}

@end

void FIRPerform(id target, SEL selector) {
  if ([FIRAuth callbackThread] == FIRAuthCallbackThreadMain) {
    [target performSelectorOnMainThread:selector withObject:nil waitUntilDone:NO];
  } else {
    [target performSelector:selector];
  }
}

// A running operation.
@interface FIRPendingCall : NSObject {
 @public
  const void *_block;
  FIRConversion _conversion;
  BOOL _hasValue;
  id _value;
  NSError *_error;
}
@end

@implementation FIRPendingCall

- (void)call {
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
  const void *block = _block;

  _block = NULL;
  if (block) {
    if (_hasValue) {
      FIR_CALL((FIRValueBlock)block, _value, _error);
    } else {
      FIR_CALL((FIRErrorBlock)block, _error);
    }
    _Block_release(block);
  }
  [pool release];
}

- (void)dealloc {
  _Block_release(_block);
  [_value release];
  [_error release];
  [super dealloc];
}

@end

static FIRPendingCall *FIRMakePendingCall(const void *block, BOOL hasValue) {
  FIRPendingCall *call = [[FIRPendingCall alloc] init];

  call->_block = block ? _Block_copy(block) : NULL;
  call->_hasValue = hasValue;
  return call;
}

void *FIRPending(const void *block, FIRConversion conversion) {
  FIRPendingCall *call = FIRMakePendingCall(block, conversion != NULL);

  call->_conversion = conversion;
  return call;
}

void FIRFinish(void *context, const latchkey_result *result, const latchkey_error *error) {
  FIRPendingCall *call;
  NSAutoreleasePool *pool;
#ifdef GNUSTEP
  // Foundation did not create this thread.
  BOOL isNewThread = GSRegisterCurrentThread();
#endif

  pool = [[NSAutoreleasePool alloc] init];
  call = [(FIRPendingCall *)context autorelease];
  // Does not make a result if there is no completion.
  if (call->_block) {
    NSError *failure = nil;
    if (error) {
      failure = FIRErrorOf(error);
    } else if (call->_conversion) {
      call->_value = [call->_conversion(result, &failure) retain];
    }
    call->_error = [failure retain];
    FIRPerform(call, @selector(call));
  }
  [pool release];
#ifdef GNUSTEP
  if (isNewThread) GSUnregisterCurrentThread();
#endif
}

// Calls the completion only after the call that requested it has returned, as for all other
// operations.
static void FIRCallLater(FIRPendingCall *call) {
  if ([FIRAuth callbackThread] == FIRAuthCallbackThreadMain) {
    FIRPerform(call, @selector(call));
  } else {
    [NSThread detachNewThreadSelector:@selector(call) toTarget:call withObject:nil];
  }
}

void FIRFail(const void *block, BOOL hasValue, NSError *error) {
  FIRPendingCall *call = [FIRMakePendingCall(block, hasValue) autorelease];

  call->_error = [error retain];
  FIRCallLater(call);
}
