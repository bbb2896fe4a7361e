#ifndef FIR_REFERENCE_H
#define FIR_REFERENCE_H

#import <FirebaseCore/FIRMacros.h>

// The base class of the classes that represent an object of the C interface. Each object owns one
// reference. Apps should not use this class directly.
@interface FIRReference : NSObject {
 @protected
  const void *_reference;
}
@end

#endif
