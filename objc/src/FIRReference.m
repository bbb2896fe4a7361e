#import "FIRInternal.h"

@implementation FIRReference

- (instancetype)initWithReference:(const void *)reference {
  self = [super init];
  if (self == nil || reference == NULL) {
    latchkey_release(reference);
    [self release];
    return nil;
  }
  _reference = reference;
  return self;
}

+ (instancetype)withReference:(const void *)reference {
  return [[[self alloc] initWithReference:reference] autorelease];
}

- (const void *)reference {
  return _reference;
}

- (void)dealloc {
  latchkey_release(_reference);
  [super dealloc];
}

@end

const void *FIRReferenceOf(FIRReference *object) { return [object reference]; }
