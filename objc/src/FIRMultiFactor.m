#import "FIRInternal.h"

@implementation FIRMultiFactor

- (instancetype)initWithOwner:(FIRUser *)user {
  self = [super init];
  if (self) _user = [user retain];
  return self;
}

- (latchkey_user *)user {
  return (latchkey_user *)FIRReferenceOf(_user);
}

- (NSArray *)enrolledFactors {
  size_t count = latchkey_user_factor_count([self user]), index;
  NSMutableArray *factors = [NSMutableArray arrayWithCapacity:count];

  for (index = 0; index < count; index++) {
    FIRMultiFactorInfo *factor =
        [FIRMultiFactorInfo infoOfReference:latchkey_user_factor_at([self user], index)];
    if (factor) [factors addObject:factor];
  }
  return factors;
}

- (void)getSessionWithCompletion:(FIRMultiFactorSessionCallback)completion {
  latchkey_user_multi_factor_session([self user], FIRFinish,
                                     FIRPending((const void *)completion, FIRSessionOfResult));
}

- (void)enrollWithAssertion:(FIRMultiFactorAssertion *)assertion
                displayName:(NSString *)displayName
                 completion:(FIRAuthVoidErrorCallback)completion {
  latchkey_user_enroll([self user], FIRReferenceOf(assertion), FIRChars(displayName), FIRFinish,
                       FIRPending((const void *)completion, NULL));
}

- (void)unenrollWithInfo:(FIRMultiFactorInfo *)factorInfo
              completion:(FIRAuthVoidErrorCallback)completion {
  [self unenrollWithFactorUID:[factorInfo UID] completion:completion];
}

- (void)unenrollWithFactorUID:(NSString *)factorUID
                   completion:(FIRAuthVoidErrorCallback)completion {
  latchkey_user_unenroll([self user], FIRChars(factorUID), FIRFinish,
                         FIRPending((const void *)completion, NULL));
}

- (void)dealloc {
  [_user release];
  [super dealloc];
}

@end

@implementation FIRMultiFactorResolver

- (FIRMultiFactorSession *)session {
  FIRMultiFactorSession *session;

  @synchronized(self) {
    if (_session == nil) {
      _session = [[FIRMultiFactorSession alloc]
          initWithReference:latchkey_resolver_session((const latchkey_resolver *)_reference)];
    }
    session = [[_session retain] autorelease];
  }
  return session;
}

- (NSArray *)hints {
  NSArray *hints;

  @synchronized(self) {
    if (_hints == nil) {
      size_t count = latchkey_resolver_hint_count((const latchkey_resolver *)_reference), index;
      NSMutableArray *made = [NSMutableArray arrayWithCapacity:count];
      for (index = 0; index < count; index++) {
        FIRMultiFactorInfo *hint =
            [FIRMultiFactorInfo infoOfReference:latchkey_resolver_hint_at(
                                                    (const latchkey_resolver *)_reference, index)];
        if (hint) [made addObject:hint];
      }
      _hints = [made copy];
    }
    hints = [[_hints retain] autorelease];
  }
  return hints;
}

- (FIRAuth *)auth {
  return [FIRAuth authOfReference:latchkey_resolver_auth((const latchkey_resolver *)_reference)];
}

- (void)resolveSignInWithAssertion:(FIRMultiFactorAssertion *)assertion
                        completion:(FIRAuthDataResultCallback)completion {
  latchkey_resolver_resolve((latchkey_resolver *)_reference, FIRReferenceOf(assertion), FIRFinish,
                            FIRPending((const void *)completion, FIRDataResultOf));
}

- (void)dealloc {
  [_session release];
  [_hints release];
  [super dealloc];
}

@end
