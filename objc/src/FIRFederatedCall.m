#import "FIRFederatedCall.h"

latchkey_provider *FIRProviderReference(id<FIRFederatedAuthProvider> provider) {
  return [provider isKindOfClass:[FIROAuthProvider class]]
             ? [(FIROAuthProvider *)provider makeReference]
             : NULL;
}

@interface FIRFederatedCall (Private)
- (void)go:(FIRAuthCredential *)credential error:(NSError *)error;
@end

static void FIRGotCredential(id call, FIRAuthCredential *credential, NSError *error) {
  [(FIRFederatedCall *)call go:credential error:error];
}

@implementation FIRFederatedCall

+ (void)ask:(id<FIRFederatedAuthProvider>)provider
    UIDelegate:(id<FIRAuthUIDelegate>)UIDelegate
          then:(SEL)selector
            of:(id)target
    completion:(const void *)block {
  FIRFederatedCall *call = [[[FIRFederatedCall alloc] init] autorelease];

  call->_target = [target retain];
  call->_selector = selector;
  call->_block = block ? _Block_copy(block) : NULL;
  if (provider == nil) {
    [call go:nil error:nil];
  } else {
    [provider getCredentialWithUIDelegate:UIDelegate
                               completion:FIRAuthCredentialCallbackMake(FIRGotCredential, call)];
  }
}

- (void)go:(FIRAuthCredential *)credential error:(NSError *)error {
  if (error) {
    FIRFail(_block, YES, error);
  } else {
    // If the credential is missing, the method reports the error.
    void (*method)(void) = (void (*)(void))[_target methodForSelector:_selector];
    ((void (*)(id, SEL, id, const void *))method)(_target, _selector, credential, _block);
  }
}

- (void)dealloc {
  _Block_release(_block);
  [_target release];
  [super dealloc];
}

@end
