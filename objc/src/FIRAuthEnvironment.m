#import "FIRInternal.h"

@implementation FIRAuthEnvironment

@synthesize inMemory = _inMemory;
@synthesize browserTimeout = _browserTimeout;
@synthesize pageOpener = _pageOpener;

- (void)dealloc {
  [_pageOpener release];
  [super dealloc];
}

@end

@implementation FIRAuthSettings

@synthesize appVerificationDisabledForTesting = _appVerificationDisabledForTesting;

- (id)copyWithZone:(NSZone *)zone {
  FIRAuthSettings *copy = [[[self class] allocWithZone:zone] init];

  copy->_appVerificationDisabledForTesting = _appVerificationDisabledForTesting;
  return copy;
}

@end
