#ifndef FIR_FEDERATED_CALL_H
#define FIR_FEDERATED_CALL_H

#import "FIRInternal.h"

// Returns a reference that the caller releases. NULL for an app's own provider, which must be asked
// for a credential.
latchkey_provider *FIRProviderReference(id<FIRFederatedAuthProvider> provider)
    __attribute__((visibility("hidden")));

// Asks a provider for a credential, and passes it to a method.
@interface FIRFederatedCall : NSObject {
 @private
  id _target;
  SEL _selector;
  const void *_block;
}
// The selector has two arguments, a credential and a completion.
+ (void)ask:(id<FIRFederatedAuthProvider>)provider
    UIDelegate:(id<FIRAuthUIDelegate>)UIDelegate
          then:(SEL)selector
            of:(id)target
    completion:(const void *)block;
@end

#endif
