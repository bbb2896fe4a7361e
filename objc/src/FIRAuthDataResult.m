#import "FIRInternal.h"

@interface FIRAdditionalUserInfo (Internal)
- (instancetype)initWithResult:(const latchkey_result *)result;
@end

@implementation FIRAdditionalUserInfo

- (instancetype)initWithResult:(const latchkey_result *)result {
  self = [super init];
  if (self) {
    NSString *providerID = FIRText(latchkey_result_provider_id(result));
    id profile = FIRObjectOfValue(latchkey_result_profile(result));
    _providerID = [(providerID ? providerID : @"") copy];
    _profile = [profile isKindOfClass:[NSDictionary class]] ? [profile copy] : nil;
    _username = [FIRText(latchkey_result_username(result)) copy];
    _newUser = latchkey_result_is_new_user(result);
  }
  return self;
}

- (NSString *)providerID {
  return _providerID;
}

- (NSDictionary *)profile {
  return _profile;
}

- (NSString *)username {
  return _username;
}

- (BOOL)isNewUser {
  return _newUser;
}

- (void)dealloc {
  [_providerID release];
  [_profile release];
  [_username release];
  [super dealloc];
}

@end

@interface FIRAuthDataResult (Internal)
- (instancetype)initWithResult:(const latchkey_result *)result;
@end

@implementation FIRAuthDataResult

- (instancetype)initWithResult:(const latchkey_result *)result {
  self = [super init];
  if (self) {
    FIRAuthCredential *credential = FIRCredentialOfResult(result, NULL);
    _user = [FIRUserOfResult(result, NULL) retain];
    if (latchkey_result_has_additional_info(result)) {
      _additionalUserInfo = [[FIRAdditionalUserInfo alloc] initWithResult:result];
    }
    if ([credential isKindOfClass:[FIROAuthCredential class]]) {
      _credential = [(FIROAuthCredential *)credential retain];
    }
  }
  return self;
}

- (FIRUser *)user {
  return _user;
}

- (FIRAdditionalUserInfo *)additionalUserInfo {
  return _additionalUserInfo;
}

- (FIROAuthCredential *)credential {
  return _credential;
}

- (void)dealloc {
  [_user release];
  [_additionalUserInfo release];
  [_credential release];
  [super dealloc];
}

@end

id FIRDataResultOf(const latchkey_result *result, NSError **error) {
  (void)error;
  return [[[FIRAuthDataResult alloc] initWithResult:result] autorelease];
}
