#ifndef FIR_REFERENCE_H
#define FIR_REFERENCE_H

#import <FirebaseCore/FIRMacros.h>

// What the classes have in common that stand for an object of the C interface: each holds one
// reference to it. Nothing that an app is to use by itself.
@interface FIRReference : NSObject {
 @protected
  const void *_reference;
}
@end

#endif
