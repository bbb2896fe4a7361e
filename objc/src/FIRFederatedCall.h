#ifndef FIR_FEDERATED_CALL_H
#define FIR_FEDERATED_CALL_H

#import "FIRInternal.h"

// To be released; NULL for a provider of an app's own, which has to be asked for a credential.
latchkey_provider *FIRProviderReference(id<FIRFederatedAuthProvider> provider)
    __attribute__((visibility("hidden")));

// Asks a provider for a credential, and does something with it.
@interface FIRFederatedCall : NSObject {
 @private
  id _target;
  SEL _selector;
  const void *_block;
}
// The selector takes a credential and a completion.
+ (void)ask:(id<FIRFederatedAuthProvider>)provider
    UIDelegate:(id<FIRAuthUIDelegate>)UIDelegate
          then:(SEL)selector
            of:(id)target
    completion:(const void *)block;
@end

#endif
